import { expect, it, vi } from 'vitest'
import { parseEnvironment } from '@/lib/env'
import { smallPages } from '@/lib/messages/smallPages'
import { minimalEnvironment } from '@/tests/support/minimalEnvironment'
import { fetchErrorTexts } from './fetchErrorTexts'

const fetch = vi.hoisted(() => vi.fn())
vi.mock('./buildClient', () => ({ createBuildClient: () => ({ fetch }) }))

it.each([
  ['no document', null, {}],
  ['an editor’s text', { text: 'Come back soon.', heading: ' ' }, { text: 'Come back soon.' }],
])('the error page has default texts with %s', async (_, published, overrides) => {
  vi.resetModules()
  fetch.mockResolvedValue(published)
  vi.stubEnv('ERROR_PAGE_TEXTS', await fetchErrorTexts(parseEnvironment(minimalEnvironment()), '2025-01-01'))
  const { errorTexts } = await import('./errorTexts')
  expect(errorTexts).toEqual({ ...smallPages.errorPage.defaults, ...overrides })
})
