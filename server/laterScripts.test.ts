import { runInNewContext } from 'node:vm'
import { describe, expect, it } from 'vitest'
import { runScriptsLater } from './laterScripts'

const head = [
  '<link rel="preload" as="script" fetchPriority="low" href="/_next/static/chunks/main.js"/>',
  '<script src="/_next/static/chunks/a.js" async=""></script>',
  '<script src="/_next/static/chunks/old.js" noModule=""></script>',
]
const end = '<script src="/_next/static/chunks/main.js" id="_R_" async=""></script><script>flight()</script>'
const page = `<html><head>${head.join('')}</head><body><p>text</p>${end}</body></html>`

/** Runs what a page got, in a world that only knows what it needs. */
function run(html: string) {
  const [, source = ''] = /<script>(\(function loadLater[\s\S]*?)<\/script>/.exec(html) ?? []
  const added: Record<string, unknown>[] = []
  const signs = new Map<string, () => void>()
  const timers: { run: () => void; after: number }[] = []
  runInNewContext(source, {
    addEventListener: (name: string, act: () => void) => signs.set(name, act),
    setTimeout: (act: () => void, after = 0) => timers.push({ run: act, after }),
    document: {
      createElement: () => ({}),
      head: { append: (script: Record<string, unknown>) => added.push({ ...script }) },
    },
  })
  return { added, signs, timers }
}

const files = [
  { src: '/_next/static/chunks/a.js', async: true },
  { src: '/_next/static/chunks/main.js', async: true, id: '_R_' },
]

describe('runScriptsLater', () => {
  it('takes the files out of the page, and leaves the rest of it as it is', () => {
    const html = runScriptsLater(page)
    expect(html).not.toMatch(/<script src="[^"]+"[^>]* async/)
    expect(html).not.toContain('rel="preload"')
    expect(html).toContain('<script src="/_next/static/chunks/old.js" noModule=""></script>')
    expect(html).toContain('<body><p>text</p><script>flight()</script></body>')
  })

  it.each(['pointerdown', 'touchstart', 'keydown'])('loads them at a %s, once', (sign) => {
    const { added, signs, timers } = run(runScriptsLater(page))
    expect(added).toEqual([])
    signs.get(sign)?.()
    signs.get('keydown')?.()
    for (const timer of timers) timer.run()
    expect(added).toEqual(files)
  })

  it('loads them after the page, or after some seconds of a page that goes on loading', () => {
    const loaded = run(runScriptsLater(page))
    loaded.signs.get('load')?.()
    expect(loaded.added).toEqual(files)
    const waiting = run(runScriptsLater(page))
    waiting.timers.find(({ after }) => after === 4000)?.run()
    expect(waiting.added).toEqual(files)
  })

  it('leaves a page alone in which nothing is as expected', () => {
    const html = '<html><head><script src="/a.js" defer></script></head></html>'
    expect(runScriptsLater(html)).toBe(html)
  })

  it('closes no script early, whatever an address holds', () => {
    const odd = '<head><script src="/</script>.js" async=""></script></head>'
    expect(runScriptsLater(odd)).not.toContain('[{"src":"/</script>')
  })
})
