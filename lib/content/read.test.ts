import { beforeEach, expect, it, vi } from 'vitest'
import { log } from '@/lib/log'
import { readPublished } from './read'

const fetchContent = vi.hoisted(() => vi.fn())
vi.mock('./client', () => ({
  client: { fetch: fetchContent, withConfig: () => ({ fetch: fetchContent }) },
}))
const storedFallbacks = vi.hoisted(() => new Map<string, { result: unknown }>())
vi.mock('./fallbackStore', () => ({
  createFallbackStore: () => ({
    read: (key: string) => storedFallbacks.get(key),
    write: (key: string, result: unknown) => storedFallbacks.set(key, { result }),
  }),
}))

const logError = vi.spyOn(log, 'error').mockImplementation(() => undefined)
const home = { _id: 'homePage', title: 'Home' }
const landingPage = { _id: 'landing-coaches', title: 'Coaches' }

/** Mocks the result of the page query, and the published ids in the Content Lake. */
function respondWith(result: unknown, published: readonly string[] = []) {
  fetchContent.mockImplementation(async (query: string, { ids }: { ids?: readonly string[] }) =>
    query === 'page' ? result : published.filter((id) => ids?.includes(id)),
  )
}

beforeEach(() => {
  storedFallbacks.clear()
  logError.mockClear()
})

it('serves and logs a fallback response while a document that several pages need is missing', async () => {
  const settings = { _id: 'siteSettings', siteName: 'Site' }
  respondWith(settings)
  await readPublished('page', {}, ['siteSettings'])
  respondWith(null)
  expect(await readPublished('page', {}, ['siteSettings'])).toMatchObject({
    result: settings,
    isFallback: true,
  })
  expect(logError).toHaveBeenCalledWith('content', expect.stringContaining('siteSettings'))
  respondWith({ ...settings, siteName: 'Restored' })
  expect(await readPublished('page', {}, ['siteSettings'])).toMatchObject({
    result: { siteName: 'Restored' },
    isFallback: false,
  })
})

it('returns null for a page whose own document is missing, so that it responds 404', async () => {
  respondWith(home)
  await readPublished('page', {}, ['homePage'])
  respondWith(null)
  expect(await readPublished('page', {}, ['homePage'])).toMatchObject({ result: null, isFallback: false })
})

it('returns the new result when a page no longer shows a document that is still published', async () => {
  respondWith({ ...home, offer: { _id: 'offer' } })
  await readPublished('page', {}, ['homePage', 'offer'])
  respondWith(home, ['offer'])
  expect(await readPublished('page', {}, ['homePage', 'offer'])).toMatchObject({
    result: home,
    isFallback: false,
  })
})

it('returns null for a landing page that was deleted', async () => {
  respondWith(landingPage)
  await readPublished('page', {}, ['landing-coaches'])
  respondWith(null)
  expect(await readPublished('page', {}, ['landing-coaches'])).toMatchObject({
    result: null,
    isFallback: false,
  })
  expect(logError).not.toHaveBeenCalled()
})
