import { expect, it, vi } from 'vitest'
import { smallPages } from '@/lib/messages/smallPages'
import { fetchBuildContent } from './buildContent'

const fetch = vi.hoisted(() => vi.fn())
vi.mock('@sanity/client', () => ({ createClient: () => ({ fetch }) }))

it.each([
  ['no document', null, {}],
  ['an editor’s text', { text: 'Come back soon.', heading: ' ' }, { text: 'Come back soon.' }],
])('with %s, the error page uses the default of each unpublished string', async (_, published, overrides) => {
  vi.resetModules()
  fetch.mockResolvedValue(published)
  vi.stubEnv('ERROR_PAGE_TEXTS', (await fetchBuildContent()).ERROR_PAGE_TEXTS)
  const { errorTexts } = await import('./errorTexts')
  expect(errorTexts).toEqual({ ...smallPages.errorPage.defaults, ...overrides })
})

it('a build fails with a one-sentence error when the Content Lake cannot be reached', async () => {
  fetch.mockRejectedValue(new Error('ECONNREFUSED'))
  await expect(fetchBuildContent()).rejects.toThrow(/^The Content Lake cannot be reached.*\.$/)
})
