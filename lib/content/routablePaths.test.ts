import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { findRedirect, type RedirectValue } from './redirects'

const read = vi.hoisted(() => vi.fn())
vi.mock('server-only', () => ({}))
vi.mock('./read', () => ({ readPublished: read }))
const fetchDrafts = vi.hoisted(() => vi.fn())
vi.mock('./client', () => ({ client: { withConfig: () => ({ fetch: fetchDrafts }) } }))
vi.mock('@/lib/log', () => ({ log: { error: vi.fn() } }))
vi.mock('@/lib/env', () => ({
  environment: () => ({ CONTENT_REVALIDATE_SECONDS: 240, SANITY_API_READ_TOKEN: 'token' }),
}))

const rules = [{ from: '/old', to: '/about' }]
const response = (over = {}) => ({
  result: { redirects: { rules }, landingPages: [{ _id: 'a', path: '/coaches' }] },
  tags: ['content:redirects'],
  since: Date.now(),
  isFallback: false,
  ...over,
})

let expired = 0
let currentRedirects: () => Promise<readonly RedirectValue[]>
let list: typeof import('./routablePaths')
beforeEach(async () => {
  vi.resetModules()
  read.mockReset()
  fetchDrafts.mockReset()
  vi.useFakeTimers({ toFake: ['Date', 'performance'] })
  expired = 0
  globalThis.contentPageCache = {
    expire: () => Promise.resolve(),
    hasExpired: (_, since) => expired > since,
  }
  list = await import('./routablePaths')
  currentRedirects = async () => (await list.getRoutablePaths()).redirects
})

describe('the list of redirects', () => {
  it('reads once for concurrent calls', async () => {
    read.mockImplementation(async () => response())
    const lists = await Promise.all(Array.from({ length: 100 }, () => currentRedirects()))
    for (const list of [...lists, await currentRedirects()]) expect(list).toEqual(rules)
    expect(read).toHaveBeenCalledOnce()
  })

  it.each([
    [null, 0],
    ['rules', 0],
    [{ rules: 'all' }, 0],
    [{ rules: [null, 7, 'text', [], { from: ['/old'], to: { href: '/' } }, ...rules] }, 1],
  ])('uses only the valid redirects of %j', async (result, count) => {
    read.mockImplementation(async () => response({ result: { redirects: result } }))
    const rules = await currentRedirects()
    const found = ['/anything', '/old'].filter((path) => findRedirect(path, rules, [], new Set()))
    expect(found).toHaveLength(count)
  })

  it('reads again after expiry, and every call waits', async () => {
    read.mockImplementationOnce(async () => response({ result: { redirects: { rules: [] } } }))
    read.mockImplementationOnce(async () => response())
    expect(await currentRedirects()).toEqual([])
    vi.advanceTimersByTime(1000)
    expired = Date.now() - 1
    expect(await Promise.all([currentRedirects(), currentRedirects()])).toEqual([rules, rules])
    expect(read).toHaveBeenCalledTimes(2)
  })

  it('reads again after some minutes, and no call waits', async () => {
    read.mockImplementationOnce(async () => response())
    await currentRedirects()
    read.mockReturnValue(new Promise(() => {}))
    vi.advanceTimersByTime(239_000)
    await currentRedirects()
    expect(read).toHaveBeenCalledOnce()
    vi.advanceTimersByTime(2000)
    expect(await currentRedirects()).toEqual(rules)
    expect(read).toHaveBeenCalledTimes(2)
  })

  it('is cached for a minute where no webhook invalidates it', async () => {
    globalThis.contentPageCache = undefined
    read.mockImplementation(async () => response())
    await currentRedirects()
    vi.advanceTimersByTime(59_000)
    await currentRedirects()
    expect(read).toHaveBeenCalledOnce()
    vi.advanceTimersByTime(2000)
    await currentRedirects()
    expect(read).toHaveBeenCalledTimes(2)
  })

  it('is that of the build in an instance that starts during an outage of the Content Lake', async () => {
    const { result } = response()
    vi.stubEnv('BUILD_ROUTABLE_PATHS', JSON.stringify(result))
    onTestFinished(() => {
      vi.unstubAllEnvs()
    })
    read.mockRejectedValueOnce(new Error('away'))
    expect(await list.getRoutablePaths()).toMatchObject({
      redirects: rules,
      landingPages: new Set(['/coaches']),
    })
    read.mockImplementation(async () => response({ result: { redirects: { rules: [] } } }))
    vi.advanceTimersByTime(11_000)
    await vi.waitFor(async () => expect(await currentRedirects()).toEqual([]))
  })

  it('reads again in time after a clock that was ahead is corrected', async () => {
    const right = Date.now()
    vi.setSystemTime(right + 86_400_000)
    read.mockImplementation(async () => response())
    fetchDrafts.mockResolvedValue([])
    await currentRedirects()
    await list.getDraftPaths()
    vi.setSystemTime(right)
    vi.advanceTimersByTime(241_000)
    await currentRedirects()
    await list.getDraftPaths()
    expect(read).toHaveBeenCalledTimes(2)
    expect(fetchDrafts).toHaveBeenCalledTimes(2)
  })

  it('is empty while it cannot be read, and read again soon', async () => {
    read.mockRejectedValueOnce(new Error('away'))
    read.mockImplementation(async () => response())
    expect(await currentRedirects()).toEqual([])
    expect(await currentRedirects()).toEqual([])
    expect(read).toHaveBeenCalledOnce()
    vi.advanceTimersByTime(11_000)
    await currentRedirects()
    await vi.waitFor(async () => expect(await currentRedirects()).toEqual(rules))
  })

  it('contains the former paths of landing pages, after the redirects of editors', async () => {
    const landingPages = [
      { _id: 'a', path: '/coaches', formerPaths: ['/podcast', '/old', '/coaches'] },
      { _id: 'b', path: '/hosts', formerPaths: [7, null, '/about', '//evil.example', '/Capital'] },
      { _id: 'c', path: '/teams', formerPaths: 'all' },
      { _id: 'd', path: '/shows', formerPaths: ['/coaches'] },
    ]
    read.mockImplementation(async () => response({ result: { redirects: { rules }, landingPages } }))
    const expectedPaths = await list.getRoutablePaths()
    const find = (path: string) => findRedirect(path, expectedPaths.redirects, [], expectedPaths.landingPages)
    expect(find('/podcast')).toEqual({ href: '/coaches', status: 301 })
    expect(find('/old')).toEqual({ href: '/about', status: 302 })
    for (const path of ['/coaches', '/about', '/Capital', '//evil.example']) expect(find(path)).toBeNull()
  })

  it('is empty in an empty dataset', async () => {
    read.mockImplementation(async () => response({ result: null }))
    expect(await currentRedirects()).toEqual([])
  })
})

describe('the paths of landing pages', () => {
  it('contain only valid paths, whatever the Content Lake returns', async () => {
    const landingPages = [
      { _id: 'a', path: '/podcast-for-coaches' },
      { _id: 'b', path: '/about' },
      { _id: 'c', path: '/api' },
      { _id: 'd', path: '//evil.example' },
      { _id: 'e', path: 7 },
      { path: '/without-id' },
      null,
    ]
    read.mockImplementation(async () => response({ result: { redirects: null, landingPages } }))
    expect([...(await list.getRoutablePaths()).landingPages]).toEqual(['/podcast-for-coaches'])
  })

  it.each([null, {}, { landingPages: 'all' }])('are empty in %j', async (result) => {
    read.mockImplementation(async () => response({ result }))
    expect((await list.getRoutablePaths()).landingPages.size).toBe(0)
  })

  it('of drafts are read once a second for concurrent calls', async () => {
    fetchDrafts.mockResolvedValue([{ _id: 'a', path: '/unpublished' }])
    const requested = await Promise.all(Array.from({ length: 100 }, () => list.getDraftPaths()))
    expect(requested.every((paths) => paths.has('/unpublished'))).toBe(true)
    expect(fetchDrafts).toHaveBeenCalledOnce()
    vi.advanceTimersByTime(1001)
    fetchDrafts.mockRejectedValue(new Error('away'))
    expect((await list.getDraftPaths()).size).toBe(0)
    expect(fetchDrafts).toHaveBeenCalledTimes(2)
  })
})
