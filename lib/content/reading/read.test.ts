import { beforeEach, expect, it, vi } from 'vitest'
import { log } from '@/lib/log'
import { readPublished } from './read'

const fetchContent = vi.hoisted(() => vi.fn())
vi.mock('./client', () => ({ client: { withConfig: () => ({ fetch: fetchContent }) } }))
const storedFallbacks = vi.hoisted(() => new Map<string, { result: unknown }>())
vi.mock('./fallbackStore', () => ({
  createFallbackStore: () => ({
    read: (key: string) => storedFallbacks.get(key),
    write: (key: string, result: unknown) => storedFallbacks.set(key, { result }),
  }),
}))

const home = { _id: 'homePage', title: 'Home' }
const read = () => readPublished('page', {}, ['homePage'])

beforeEach(() => {
  vi.spyOn(log, 'error').mockImplementation(() => {})
  storedFallbacks.clear()
  globalThis.contentPageCache = undefined
})

it('serves the last result and logs the error while the Content Lake cannot be reached', async () => {
  fetchContent.mockRejectedValueOnce(new Error('unreachable'))
  await expect(read()).rejects.toThrow('unreachable')
  fetchContent.mockResolvedValueOnce(home)
  expect(await read()).toMatchObject({ result: home, isFallback: false, tags: ['content:homePage'] })
  fetchContent.mockRejectedValueOnce(new Error('unreachable'))
  expect(await read()).toMatchObject({ result: home, isFallback: true, tags: ['content:homePage'] })
  expect(log.error).toHaveBeenCalledWith('content', expect.stringContaining('read failed'), expect.any(Error))
})

it('stores null for a document that was deleted', async () => {
  fetchContent.mockResolvedValueOnce(home).mockResolvedValueOnce(null)
  await read()
  expect(await read()).toMatchObject({ result: null, isFallback: false })
})

it('repeats a query whose content expired while it ran', async () => {
  const changedHome = { ...home, title: 'Changed' }
  fetchContent.mockResolvedValueOnce(home).mockResolvedValueOnce(changedHome)
  const hasExpired = vi.fn().mockReturnValueOnce(true).mockReturnValue(false)
  globalThis.contentPageCache = { expire: async () => {}, hasExpired }
  expect(await read()).toMatchObject({ result: changedHome })
})
