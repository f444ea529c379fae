import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runInNewContext } from 'node:vm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { orderFiles } from './fileOrder'

const build = mkdtempSync(join(tmpdir(), 'build-'))
beforeAll(() => {
  mkdirSync(join(build, 'static'))
  writeFileSync(join(build, 'static/site.css'), 'p{color:red}')
})
afterAll(() => rmSync(build, { recursive: true }))

const head = [
  '<link rel="stylesheet" href="/_next/static/site.css" data-precedence="next"/>',
  '<link rel="preload" as="script" fetchPriority="low" href="/_next/static/chunks/main.js"/>',
  '<script src="/_next/static/chunks/a.js" async=""></script>',
  '<script src="/_next/static/chunks/old.js" noModule=""></script>',
]
const end = '<script src="/_next/static/chunks/main.js" id="_R_" async=""></script><script>flight()</script>'
const page = `<html><head>${head.join('')}</head><body><p>text</p>${end}</body></html>`

/** Runs what a page got, in a world that only knows what it needs, and in which frames are drawn when a test says so. */
function run(html: string) {
  const [, source = ''] = /<script>(\(function loadLater[\s\S]*?)<\/script>/.exec(html) ?? []
  const added: Record<string, unknown>[] = []
  const signs = new Map<string, () => void>()
  const timers: { run: () => void; after: number }[] = []
  const paints: (() => void)[] = []
  const frames: (() => void)[] = []
  runInNewContext(source, {
    addEventListener: (name: string, act: () => void) => signs.set(name, act),
    setTimeout: (act: () => void, after = 0) => timers.push({ run: act, after }),
    requestAnimationFrame: (act: () => void) => frames.push(act),
    PerformanceObserver: class {
      #act: () => void
      constructor(act: () => void) {
        this.#act = act
      }
      observe = ({ type }: { type: string }) => type === 'paint' && paints.push(this.#act)
      disconnect = () => {}
    },
    document: {
      createElement: () => ({}),
      head: { append: (element: Record<string, unknown>) => added.push({ ...element }) },
    },
  })
  return { added, signs, timers, paints, frames }
}

const files = [
  { src: '/_next/static/chunks/a.js', async: true },
  { src: '/_next/static/chunks/main.js', async: true, id: '_R_' },
]

describe('orderFiles', () => {
  it('takes the files out of the page, and leaves the rest of it as it is', () => {
    const html = orderFiles(page, build)
    expect(html).not.toMatch(/<script src="[^"]+"[^>]* async/)
    expect(html).not.toContain('rel="preload"')
    expect(html).toContain('<style>p{color:red}</style>')
    expect(html).toContain('<script src="/_next/static/chunks/old.js" noModule=""></script>')
    expect(html).toContain('<body><p>text</p><script>flight()</script></body>')
  })

  it.each(['pointerdown', 'touchstart', 'keydown'])('loads them at a %s, once', (sign) => {
    const { added, signs, timers } = run(orderFiles(page, build))
    expect(added).toEqual([])
    signs.get(sign)?.()
    signs.get('keydown')?.()
    for (const timer of timers) timer.run()
    expect(added).toEqual(files)
  })

  it('loads them once the page has come, is painted and has its picture in a frame', () => {
    const { added, signs, timers, paints, frames } = run(orderFiles(page, build))
    expect(paints).toEqual([])
    signs.get('load')?.()
    for (const paint of paints) paint()
    for (const frame of frames) frame()
    expect(added).toEqual([])
    timers.find(({ after }) => after === 0)?.run()
    expect(added).toEqual(files)
  })

  it('loads them after some seconds of a page that goes on loading, or is painted for nobody', () => {
    const { added, timers } = run(orderFiles(page, build))
    timers.find(({ after }) => after === 4000)?.run()
    expect(added).toEqual(files)
  })

  it('asks for the picture that is seen first ahead of what the page says', () => {
    const attributes = 'alt="a" style="b" sizes="80vw" srcSet="/p?w=1&amp;h=2 1w, /q 2w"'
    const body = `<img loading="lazy" ${attributes}/><img loading="eager" fetchPriority="high" ${attributes}/>`
    const html = orderFiles(page.replace('<p>text</p>', body), build)
    const hints = 'imageSizes="80vw" imageSrcSet="/p?w=1&amp;h=2 1w, /q 2w"'
    expect(html).toContain(`<link rel="preload" as="image" fetchPriority="high" ${hints}/><style>`)
    expect(html).toContain(body)
    expect(orderFiles(page.replace('<p>text</p>', body.replace('high', 'auto')), build)).not.toContain(
      'as="image"',
    )
  })

  it('leaves a page alone in which nothing is as expected', () => {
    const html = `<html><head>${head[0]}<script src="/a.js" defer></script></head></html>`
    expect(orderFiles(html, build)).toBe(html)
  })

  it('closes no script early, whatever an address holds', () => {
    const odd = '<head><script src="/</script>.js" async=""></script></head>'
    expect(orderFiles(odd, build)).not.toContain('[{"src":"/</script>')
  })
})
