import { createClient } from '@sanity/client'
import { describe, expect, it, vi } from 'vitest'
import { checkReleaseCharges } from './chargesInReleases'

const publishedCharges = { currency: 'usd', introPrice: 99_700, introMonths: 2, regularPrice: 49_700 }
const offer = (_id: string, fields: object = {}) => ({ _id, _type: 'offer', ...publishedCharges, ...fields })

/** Creates a validation context whose client returns this result. */
function createContext(result: unknown) {
  const client = createClient({ projectId: 'local', dataset: 'production', apiVersion: '1', useCdn: false })
  const fetch = vi.fn(() => Promise.resolve(result))
  vi.spyOn(client, 'withConfig').mockReturnValue(Object.assign(Object.create(client), { fetch }))
  return { getClient: () => client }
}

const nothingScheduled = { releases: [], offers: [] }
const releaseOfSeveral = { published: publishedCharges, cardinality: 'many', scheduled: nothingScheduled }

describe('a release of several documents', () => {
  it('cannot change charges, with an error at the field', async () => {
    const problems = await checkReleaseCharges(
      offer('versions.rSpring.offer', { regularPrice: 39_700 }),
      createContext(releaseOfSeveral),
    )
    expect(problems).toMatchObject([
      { path: ['regularPrice'], message: expect.stringContaining('A release can’t change charges') },
    ])
  })

  it('is reported with the published and the new charges, so that a reverted offer can be corrected', async () => {
    const revertedOffer = offer('versions.rUndo.offer', { introPrice: 104_700, introMonths: 3 })
    const problems = await checkReleaseCharges(revertedOffer, createContext(releaseOfSeveral))
    expect(problems).toMatchObject([
      {
        path: ['introPrice'],
        message: expect.stringMatching(/is \$997 now, and \$1,047 in this release.*Write \$997 here/),
      },
      {
        path: ['introMonths'],
        message: expect.stringMatching(/is 2 now, and 3 in this release.*Write 2 here/),
      },
    ])
  })

  it('is reported with advice to remove the offer when no offer has been published', async () => {
    const problems = await checkReleaseCharges(
      offer('versions.rSpring.offer'),
      createContext({ ...releaseOfSeveral, published: null }),
    )
    expect(problems).toContainEqual({
      path: ['introPrice'],
      message: expect.stringMatching(/is not sold yet, and \$997 in this release.*Take the offer out/),
    })
  })

  it('can change other fields of the offer', async () => {
    const changed = offer('versions.rSpring.offer', { summary: 'Spring' })
    expect(await checkReleaseCharges(changed, createContext(releaseOfSeveral))).toEqual([])
  })

  it('cannot revert scheduled charges', async () => {
    const scheduledOffers = {
      releases: [{ name: 'rOne', publishAt: '2027-11-27T17:00:00Z' }],
      offers: [offer('versions.rOne.offer', { introPrice: 104_700 }), offer('versions.rSpring.offer')],
    }
    const problems = await checkReleaseCharges(
      offer('versions.rSpring.offer', { summary: 'Spring' }),
      createContext({ ...releaseOfSeveral, scheduled: scheduledOffers }),
    )
    expect(problems).toMatchObject([
      { path: ['introPrice'], message: expect.stringContaining('Nov 27, 2027') },
    ])
  })
})

it.each([
  ['a draft', 'drafts.offer', releaseOfSeveral],
  [
    'a scheduled draft, which was confirmed',
    'versions.rOne.offer',
    { ...releaseOfSeveral, cardinality: 'one' },
  ],
])('%s can change charges', async (_name, id, result) => {
  expect(await checkReleaseCharges(offer(id, { introPrice: 1 }), createContext(result))).toBe(true)
})
