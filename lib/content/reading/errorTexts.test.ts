import { expect, it, vi } from 'vitest'
import { parseEnvironment } from '@/lib/env'
import { minimalEnvironment } from '@/tests/support/minimalEnvironment'
import { fetchErrorTexts } from './fetchErrorTexts'

const fetch = vi.hoisted(() => vi.fn())
vi.mock('./buildClient', () => ({ createBuildClient: () => ({ fetch }) }))

it('the error page renders without texts when its document does not exist', async () => {
  fetch.mockResolvedValue(null)
  vi.stubEnv('ERROR_PAGE_TEXTS', await fetchErrorTexts(parseEnvironment(minimalEnvironment()), '2025-01-01'))
  const { errorTexts } = await import('./errorTexts')
  expect(errorTexts).toEqual({})
})
