import { createClient } from '@sanity/client'
import { describe, expect, it, vi } from 'vitest'
import { checkReleaseCharges } from './chargesInReleases'

const sold = { currency: 'usd', introPrice: 99_700, introMonths: 2, regularPrice: 49_700 }
const offer = (_id: string, fields: object = {}) => ({ _id, _type: 'offer', ...sold, ...fields })

/** What validation is given, with a lake that answers so. */
function contextWith(answer: unknown) {
  const client = createClient({ projectId: 'local', dataset: 'production', apiVersion: '1', useCdn: false })
  const fetch = vi.fn(() => Promise.resolve(answer))
  vi.spyOn(client, 'withConfig').mockReturnValue(Object.assign(Object.create(client), { fetch }))
  return { getClient: () => client }
}

const nothing = { releases: [], offers: [] }
const many = { published: sold, cardinality: 'many', scheduled: nothing }

describe('a release of several documents', () => {
  it('cannot change what members are charged, and says so at the field', async () => {
    const found = await checkReleaseCharges(
      offer('versions.rSpring.offer', { regularPrice: 39_700 }),
      contextWith(many),
    )
    expect(found).toMatchObject([
      { path: ['regularPrice'], message: expect.stringContaining('A release can’t change charges') },
    ])
  })

  it('names both amounts, so that an offer in a release that undoes another one can be put right', async () => {
    const undone = offer('versions.rUndo.offer', { introPrice: 104_700, introMonths: 3 })
    const found = await checkReleaseCharges(undone, contextWith(many))
    expect(found).toMatchObject([
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

  it('has nothing to write where nothing is sold yet', async () => {
    const found = await checkReleaseCharges(
      offer('versions.rSpring.offer'),
      contextWith({ ...many, published: null }),
    )
    expect(found).toContainEqual({
      path: ['introPrice'],
      message: expect.stringMatching(/is not sold yet, and \$997 in this release.*Take the offer out/),
    })
  })

  it('may change the rest of the offer', async () => {
    const changed = offer('versions.rSpring.offer', { summary: 'Spring' })
    expect(await checkReleaseCharges(changed, contextWith(many))).toEqual([])
  })

  it('cannot take back what is scheduled to be charged', async () => {
    const scheduled = {
      releases: [{ name: 'rOne', publishAt: '2027-11-27T17:00:00Z' }],
      offers: [offer('versions.rOne.offer', { introPrice: 104_700 }), offer('versions.rSpring.offer')],
    }
    const found = await checkReleaseCharges(
      offer('versions.rSpring.offer', { summary: 'Spring' }),
      contextWith({ ...many, scheduled }),
    )
    expect(found).toMatchObject([{ path: ['introPrice'], message: expect.stringContaining('Nov 27, 2027') }])
  })
})

it.each([
  ['a draft', 'drafts.offer', many],
  ['a scheduled draft, which was confirmed', 'versions.rOne.offer', { ...many, cardinality: 'one' }],
])('%s may change charges', async (_name, id, answer) => {
  expect(await checkReleaseCharges(offer(id, { introPrice: 1 }), contextWith(answer))).toBe(true)
})
