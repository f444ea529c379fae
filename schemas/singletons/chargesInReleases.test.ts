import { createClient } from '@sanity/client'
import { describe, expect, it, vi } from 'vitest'
import { noChargesInReleases } from './chargesInReleases'

const sold = { currency: 'usd', introPrice: 99_700, introMonths: 2, regularPrice: 49_700 }
const offer = (_id: string, fields: object = {}) => ({ _id, _type: 'offer', ...sold, ...fields })

/** What validation is given, with a lake that answers so. */
function contextWith(answer: unknown) {
  const client = createClient({ projectId: 'local', dataset: 'production', apiVersion: '1', useCdn: false })
  const fetch = vi.fn(() => Promise.resolve(answer))
  vi.spyOn(client, 'withConfig').mockReturnValue(Object.assign(Object.create(client), { fetch }))
  return { getClient: () => client }
}

const many = { published: sold, cardinality: 'many' }

describe('a release of several documents', () => {
  it('cannot change what members are charged, and says so at the field', async () => {
    const found = await noChargesInReleases(
      offer('versions.rSpring.offer', { regularPrice: 39_700 }),
      contextWith(many),
    )
    expect(found).toMatchObject([{ path: ['regularPrice'], message: expect.stringContaining('A release') }])
  })

  it('may change the rest of the offer', async () => {
    const changed = offer('versions.rSpring.offer', { summary: 'Spring' })
    expect(await noChargesInReleases(changed, contextWith(many))).toEqual([])
  })
})

it.each([
  ['a draft', 'drafts.offer', many],
  ['a scheduled draft, which was confirmed', 'versions.rOne.offer', { published: sold, cardinality: 'one' }],
])('%s may change charges', async (_name, id, answer) => {
  expect(await noChargesInReleases(offer(id, { introPrice: 1 }), contextWith(answer))).toBe(true)
})
