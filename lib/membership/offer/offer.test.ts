import { expect, it, vi } from 'vitest'
import { termFields } from '@/lib/content/reading/fragments'
import { seedDocument } from '@/tests/support/seedDocuments'
import { readTerms, termNames } from './offer'
import { computeTermsVersion } from './termsVersion'

const fetchContent = vi.hoisted(() => vi.fn())
vi.mock('@/lib/content/reading/client', () => ({ client: { fetch: fetchContent } }))

const published = seedDocument('offer')

it('`termFields` selects the id and exactly the terms in `termNames`', () => {
  expect(termFields.match(/\w+/g)).toEqual(['_id', ...termNames])
})

it('computes a different version for a change to any single term', () => {
  const { terms } = readTerms(published)
  if (!terms) throw new Error('The seeded offer cannot be sold.')
  const versions = termNames.map((name) => computeTermsVersion({ ...terms, [name]: 'something else' }))
  expect(new Set([computeTermsVersion(terms), ...versions]).size).toBe(termNames.length + 1)
})

it('logs which field of the published offer is invalid, or that no offer is published', async () => {
  const { readPublishedOffer } = await import('./publishedOffer')
  const { syncPublishedOffer } = await import('./catalog')
  const billing = {
    stripe: (await import('../stripe')).createStripe('sk_test_unused'),
    offer: readPublishedOffer,
  }
  const errorLog = vi.spyOn(console, 'error').mockImplementation(() => {})
  fetchContent.mockResolvedValue({
    offer: { ...published, _rev: 'r1', introMonths: 0 },
    legal: 'r2',
  })
  await syncPublishedOffer(billing)
  expect(errorLog).toHaveBeenCalledExactlyOnceWith(
    expect.stringMatching(/introMonths: “Introductory months” has to be a whole number from 1 to 24/),
  )
  fetchContent.mockResolvedValue({ offer: null, legal: 'r2' })
  await syncPublishedOffer(billing)
  expect(errorLog).toHaveBeenLastCalledWith(expect.stringContaining('no published offer'))
})
