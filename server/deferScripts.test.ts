import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runInNewContext } from 'node:vm'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { deferScripts } from './deferScripts'

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
const scriptsAtEnd =
  '<script src="/_next/static/chunks/main.js" id="_R_" async=""></script><script>flight()</script>'
const page = `<html><head>${head.join('')}</head><body><p>text</p>${scriptsAtEnd}</body></html>`

/** The form that is submitted in the inline script's context. */
class Form {
  matched = ''
  matches(selector: string) {
    return this.matched.includes(selector)
  }
}

/** Runs a page's inline script in a context whose events, timers, paints and frames the tests fire. */
function runInlineScript(html: string) {
  const [, source = ''] = /<script>(\(function loadDeferredScripts[\s\S]*?)<\/script>/.exec(html) ?? []
  const added: Record<string, unknown>[] = []
  const listeners = new Map<string, (event?: unknown) => void>()
  const timers: { fire: () => void; delayMs: number }[] = []
  const paints: (() => void)[] = []
  const frames: (() => void)[] = []
  const failures: (() => void)[] = []
  const marks: unknown[][] = []
  const assigned: string[] = []
  runInNewContext(source, {
    addEventListener: (name: string, callback: () => void) => listeners.set(name, callback),
    HTMLFormElement: Form,
    setTimeout: (callback: () => void, delayMs = 0) => timers.push({ fire: callback, delayMs }),
    requestAnimationFrame: (callback: () => void) => frames.push(callback),
    PerformanceObserver: class {
      #callback: () => void
      constructor(callback: () => void) {
        this.#callback = callback
      }
      observe = ({ type }: { type: string }) => type === 'paint' && paints.push(this.#callback)
      disconnect = () => {}
    },
    document: {
      createElement: () => ({}),
      head: {
        append: ({ onerror, ...element }: Record<string, unknown> & { onerror: () => void }) => {
          added.push(element)
          failures.push(onerror)
        },
      },
      documentElement: { toggleAttribute: (name: string, value: boolean) => marks.push([name, value]) },
      querySelectorAll: () => [],
    },
    location: { assign: (path: string) => assigned.push(path) },
  })
  return { added, listeners, timers, paints, frames, failures, marks, assigned }
}

const expectedScripts = [
  { src: '/_next/static/chunks/a.js', async: true },
  { src: '/_next/static/chunks/main.js', async: true, id: '_R_' },
]

describe('deferScripts', () => {
  it('removes async script files and their preloads, and inlines styles', () => {
    const html = deferScripts(page, build)
    expect(html).not.toMatch(/<script src="[^"]+"[^>]* async/)
    expect(html).not.toContain('rel="preload"')
    expect(html).toContain('<style>p{color:red}</style>')
    expect(html).toContain('<script src="/_next/static/chunks/old.js" noModule=""></script>')
    expect(html).toContain('<body><p>text</p><script>flight()</script></body>')
  })

  it.each(['pointerdown', 'touchstart', 'keydown'])('loads scripts once, at the first %s', (event) => {
    const { added, listeners, timers } = runInlineScript(deferScripts(page, build))
    expect(added).toEqual([])
    listeners.get(event)?.()
    listeners.get('keydown')?.()
    for (const timer of timers) timer.fire()
    expect(added).toEqual(expectedScripts)
  })

  it('loads scripts after the load event, the first paint and the next frame', () => {
    const { added, listeners, timers, paints, frames } = runInlineScript(deferScripts(page, build))
    expect(paints).toEqual([])
    listeners.get('load')?.()
    for (const paint of paints) paint()
    for (const frame of frames) frame()
    expect(added).toEqual([])
    timers.find(({ delayMs }) => delayMs === 0)?.fire()
    expect(added).toEqual(expectedScripts)
  })

  it('loads scripts after the timeout when the page never finishes loading', () => {
    const { added, timers } = runInlineScript(deferScripts(page, build))
    timers.find(({ delayMs }) => delayMs === 4000)?.fire()
    expect(added).toEqual(expectedScripts)
  })

  it('marks a form’s pressed button as busy only before the form is hydrated', () => {
    const { listeners } = runInlineScript(deferScripts(page, build))
    const target = new Form()
    const pressed = { ariaBusy: null }
    listeners.get('submit')?.({ target, submitter: pressed })
    expect(pressed.ariaBusy).toBe('true')
    target.matched = '[data-hydrated]'
    const pressedLater = { ariaBusy: null }
    listeners.get('submit')?.({ target, submitter: pressedLater })
    expect(pressedLater.ariaBusy).toBeNull()
  })

  it('shows a message, and lets checkout buttons open the contact form, when a script fails to load', () => {
    const { listeners, failures, marks, assigned } = runInlineScript(deferScripts(page, build))
    listeners.get('keydown')?.()
    expect(marks).toEqual([])
    failures[0]?.()
    expect(marks).toEqual([['data-script-failed', true]])
    const target = new Form()
    target.matched = '[data-script-failed] * .checkout-form'
    const preventDefault = vi.fn()
    listeners.get('submit')?.({ target, submitter: {}, preventDefault })
    expect(preventDefault).toHaveBeenCalledOnce()
    expect(assigned).toEqual(['/contact?topic=membership'])
  })

  it('preloads the high-priority picture', () => {
    const attributes = 'alt="a" style="b" sizes="80vw" srcSet="/p?w=1&amp;h=2 1w, /q 2w"'
    const body = `<img loading="lazy" ${attributes}/><img loading="eager" fetchPriority="high" ${attributes}/>`
    const html = deferScripts(page.replace('<p>text</p>', body), build)
    const hints = 'imageSizes="80vw" imageSrcSet="/p?w=1&amp;h=2 1w, /q 2w"'
    expect(html).toContain(`<link rel="preload" as="image" fetchPriority="high" ${hints}/><style>`)
    expect(html).toContain(body)
    expect(deferScripts(page.replace('<p>text</p>', body.replace('high', 'auto')), build)).not.toContain(
      'as="image"',
    )
  })

  it('returns a page without async script files unchanged', () => {
    const html = `<html><head>${head[0]}<script src="/a.js" defer></script></head></html>`
    expect(deferScripts(html, build)).toBe(html)
  })

  it('escapes a URL that would close the script element', () => {
    const unsafePage = '<head><script src="/</script>.js" async=""></script></head>'
    expect(deferScripts(unsafePage, build)).not.toContain('[{"src":"/</script>')
  })
})
