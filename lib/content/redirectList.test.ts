import { beforeEach, describe, expect, it, vi } from 'vitest'
import { redirectFor } from './redirects'

const read = vi.hoisted(() => vi.fn())
vi.mock('server-only', () => ({}))
vi.mock('./read', () => ({ readPublished: read }))
vi.mock('@/lib/log', () => ({ log: { error: vi.fn() } }))
vi.mock('@/lib/env', () => ({ environment: () => ({ CONTENT_REVALIDATE_SECONDS: 240 }) }))

const rules = [{ from: '/old', to: '/about' }]
const answer = (over = {}) => ({
  result: { rules },
  tags: ['content:redirects'],
  since: Date.now(),
  isLast: false,
  ...over,
})

let expired = 0
let currentRedirects: typeof import('./redirectList').currentRedirects
beforeEach(async () => {
  vi.resetModules()
  read.mockReset()
  vi.useFakeTimers({ toFake: ['Date'] })
  expired = 0
  globalThis.contentPageCache = {
    expire: () => Promise.resolve(),
    hasExpired: (_, since) => expired > since,
  }
  currentRedirects = (await import('./redirectList')).currentRedirects
})

describe('the list of redirects', () => {
  it('is asked for once, whoever asks', async () => {
    read.mockImplementation(async () => answer())
    const lists = await Promise.all(Array.from({ length: 100 }, () => currentRedirects()))
    for (const list of [...lists, await currentRedirects()]) expect(list).toEqual(rules)
    expect(read).toHaveBeenCalledOnce()
  })

  it.each([
    [null, 0],
    ['rules', 0],
    [{ rules: 'all' }, 0],
    [{ rules: [null, 7, 'text', [], { from: ['/old'], to: { href: '/' } }, ...rules] }, 1],
  ])('redirects by what is a redirect in %j', async (result, count) => {
    read.mockImplementation(async () => answer({ result }))
    const list = await currentRedirects()
    const found = ['/anything', '/old'].filter((path) => redirectFor(path, list, []))
    expect(found).toHaveLength(count)
  })

  it('is asked for again when it has expired, and everybody waits for it', async () => {
    read.mockImplementationOnce(async () => answer({ result: { rules: [] } }))
    read.mockImplementationOnce(async () => answer())
    expect(await currentRedirects()).toEqual([])
    vi.setSystemTime(Date.now() + 1000)
    expired = Date.now() - 1
    expect(await Promise.all([currentRedirects(), currentRedirects()])).toEqual([rules, rules])
    expect(read).toHaveBeenCalledTimes(2)
  })

  it('is asked for again after some minutes, and nobody waits for it', async () => {
    read.mockImplementationOnce(async () => answer())
    await currentRedirects()
    read.mockReturnValue(new Promise(() => {}))
    vi.setSystemTime(Date.now() + 239_000)
    await currentRedirects()
    expect(read).toHaveBeenCalledOnce()
    vi.setSystemTime(Date.now() + 2000)
    expect(await currentRedirects()).toEqual(rules)
    expect(read).toHaveBeenCalledTimes(2)
  })

  it('is kept for seconds where nothing tells of changes', async () => {
    globalThis.contentPageCache = undefined
    read.mockImplementation(async () => answer())
    await currentRedirects()
    vi.setSystemTime(Date.now() + 11_000)
    await currentRedirects()
    expect(read).toHaveBeenCalledTimes(2)
  })

  it('is empty while it cannot be read, and is soon tried again', async () => {
    read.mockRejectedValueOnce(new Error('away'))
    read.mockImplementation(async () => answer())
    expect(await currentRedirects()).toEqual([])
    expect(await currentRedirects()).toEqual([])
    expect(read).toHaveBeenCalledOnce()
    vi.setSystemTime(Date.now() + 11_000)
    await currentRedirects()
    await vi.waitFor(async () => expect(await currentRedirects()).toEqual(rules))
  })

  it('is empty in an empty dataset', async () => {
    read.mockImplementation(async () => answer({ result: null }))
    expect(await currentRedirects()).toEqual([])
  })
})
