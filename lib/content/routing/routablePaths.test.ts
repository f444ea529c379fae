import { beforeEach, describe, expect, it, vi } from 'vitest'
import { findRedirect, type RedirectValue } from './redirects'

const readPublished = vi.hoisted(() => vi.fn())
vi.mock('server-only', () => ({}))
vi.mock('../reading/read', () => ({ readPublished }))
vi.mock('@/lib/log', () => ({ log: { error: vi.fn() } }))
vi.mock('@/lib/env', () => ({
  environment: () => ({ CONTENT_REVALIDATE_SECONDS: 240 }),
}))

const rules = [{ from: '/old', to: '/about' }]
const createReadResult = (overrides = {}) => ({
  result: { redirects: { rules }, landingPages: [{ _id: 'a', path: '/coaches' }] },
  tags: ['content:redirects'],
  since: Date.now(),
  isFallback: false,
  ...overrides,
})

let expiredAt = 0
let getRedirects: () => Promise<readonly RedirectValue[]>
let routablePaths: typeof import('./routablePaths')
beforeEach(async () => {
  vi.resetModules()
  vi.useFakeTimers({ toFake: ['Date', 'performance'] })
  expiredAt = 0
  globalThis.contentPageCache = {
    expire: () => Promise.resolve(),
    hasExpired: (_, since) => expiredAt > since,
  }
  routablePaths = await import('./routablePaths')
  getRedirects = async () => (await routablePaths.getRoutablePaths()).redirects
})

describe('getRoutablePaths', () => {
  it('reads redirects once for concurrent calls', async () => {
    readPublished.mockImplementation(async () => createReadResult())
    const lists = await Promise.all(Array.from({ length: 100 }, () => getRedirects()))
    for (const list of [...lists, await getRedirects()]) expect(list).toEqual(rules)
    expect(readPublished).toHaveBeenCalledOnce()
  })

  it.each([
    [null, 0],
    ['rules', 0],
    [{ rules: 'all' }, 0],
    [{ rules: [null, 7, 'text', [], { from: ['/old'], to: { href: '/' } }, ...rules] }, 1],
  ])('ignores the invalid redirects in %j', async (result, count) => {
    readPublished.mockImplementation(async () => createReadResult({ result: { redirects: result } }))
    const rules = await getRedirects()
    const found = ['/anything', '/old'].filter((path) => findRedirect(path, rules, new Set()))
    expect(found).toHaveLength(count)
  })

  it('reads redirects again after they expire, and every call awaits the new ones', async () => {
    readPublished.mockImplementationOnce(async () =>
      createReadResult({ result: { redirects: { rules: [] } } }),
    )
    readPublished.mockImplementationOnce(async () => createReadResult())
    expect(await getRedirects()).toEqual([])
    vi.advanceTimersByTime(1000)
    expiredAt = Date.now() - 1
    expect(await Promise.all([getRedirects(), getRedirects()])).toEqual([rules, rules])
    expect(readPublished).toHaveBeenCalledTimes(2)
  })

  it('reads redirects again after a few minutes, without delaying a call', async () => {
    readPublished.mockImplementationOnce(async () => createReadResult())
    await getRedirects()
    readPublished.mockReturnValue(new Promise(() => {}))
    vi.advanceTimersByTime(239_000)
    await getRedirects()
    expect(readPublished).toHaveBeenCalledOnce()
    vi.advanceTimersByTime(2000)
    expect(await getRedirects()).toEqual(rules)
    expect(readPublished).toHaveBeenCalledTimes(2)
  })

  it('reads redirects at most once a minute where no webhook expires them', async () => {
    globalThis.contentPageCache = undefined
    readPublished.mockImplementation(async () => createReadResult())
    await getRedirects()
    vi.advanceTimersByTime(59_000)
    await getRedirects()
    expect(readPublished).toHaveBeenCalledOnce()
    vi.advanceTimersByTime(2000)
    await getRedirects()
    expect(readPublished).toHaveBeenCalledTimes(2)
  })

  it('returns the paths from the build when the instance starts during an outage', async () => {
    const { result } = createReadResult()
    vi.stubEnv('BUILD_ROUTABLE_PATHS', JSON.stringify(result))
    readPublished.mockRejectedValueOnce(new Error('unreachable'))
    expect(await routablePaths.getRoutablePaths()).toMatchObject({
      redirects: rules,
      landingPages: new Set(['/coaches']),
    })
    readPublished.mockImplementation(async () => createReadResult({ result: { redirects: { rules: [] } } }))
    vi.advanceTimersByTime(11_000)
    await vi.waitFor(async () => expect(await getRedirects()).toEqual([]))
  })

  it('reads redirects again on time after a clock that was ahead is corrected', async () => {
    const correctTime = Date.now()
    vi.setSystemTime(correctTime + 86_400_000)
    readPublished.mockImplementation(async () => createReadResult())
    await getRedirects()
    vi.setSystemTime(correctTime)
    vi.advanceTimersByTime(241_000)
    await getRedirects()
    expect(readPublished).toHaveBeenCalledTimes(2)
  })

  it('reads redirects again soon after a failure, and returns none until then', async () => {
    readPublished.mockRejectedValueOnce(new Error('unreachable'))
    readPublished.mockImplementation(async () => createReadResult())
    expect(await getRedirects()).toEqual([])
    expect(await getRedirects()).toEqual([])
    expect(readPublished).toHaveBeenCalledOnce()
    vi.advanceTimersByTime(11_000)
    await getRedirects()
    await vi.waitFor(async () => expect(await getRedirects()).toEqual(rules))
  })

  it('redirects former landing-page paths, unless an editor’s redirect overrides them', async () => {
    const landingPages = [
      { _id: 'a', path: '/coaches', formerPaths: ['/podcast', '/old', '/coaches'] },
      { _id: 'b', path: '/hosts', formerPaths: [7, null, '/about', '//evil.example', '/Capital'] },
      { _id: 'c', path: '/teams', formerPaths: 'all' },
      { _id: 'd', path: '/shows', formerPaths: ['/coaches'] },
    ]
    readPublished.mockImplementation(async () =>
      createReadResult({ result: { redirects: { rules }, landingPages } }),
    )
    const routable = await routablePaths.getRoutablePaths()
    const find = (path: string) => findRedirect(path, routable.redirects, routable.landingPages)
    expect(find('/podcast')).toEqual({ href: '/coaches', status: 301 })
    expect(find('/old')).toEqual({ href: '/about', status: 302 })
    for (const path of ['/coaches', '/about', '/Capital', '//evil.example']) expect(find(path)).toBeNull()
  })

  it('returns no redirects when the dataset is empty', async () => {
    readPublished.mockImplementation(async () => createReadResult({ result: null }))
    expect(await getRedirects()).toEqual([])
  })
})

describe('the landing pages that getRoutablePaths returns', () => {
  it('all have a valid path', async () => {
    const landingPages = [
      { _id: 'a', path: '/podcast-for-coaches' },
      { _id: 'b', path: '/about' },
      { _id: 'c', path: '/api' },
      { _id: 'd', path: '//evil.example' },
      { _id: 'e', path: 7 },
      { path: '/without-id' },
      null,
    ]
    readPublished.mockImplementation(async () =>
      createReadResult({ result: { redirects: null, landingPages } }),
    )
    expect([...(await routablePaths.getRoutablePaths()).landingPages]).toEqual(['/podcast-for-coaches'])
  })

  it.each([null, {}, { landingPages: 'all' }])('are an empty set for the result %j', async (result) => {
    readPublished.mockImplementation(async () => createReadResult({ result }))
    expect((await routablePaths.getRoutablePaths()).landingPages.size).toBe(0)
  })
})
