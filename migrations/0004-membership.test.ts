import { beforeEach, expect, it } from 'vitest'
import { membershipWords } from './0004-membership.ts'
import { lakeFor, seeded } from './testSupport.ts'

const { put, migrate, stored } = lakeFor(membershipWords)
const { checkout, subscription, afterCheckout } = seeded('messages')
const { regularTerms, ...offer } = seeded('offer')

beforeEach(() =>
  put(
    [
      { _id: 'siteSettings', _type: 'siteSettings', schemaVersion: 3 },
      { ...offer, _id: 'offer', _type: 'offer' },
      { _id: 'messages', _type: 'messages', checkout: { errorTitle: 'Oh', busy: 'Busy' } },
    ],
    { without: ['claimPage'] },
  ),
)

it('adds the words of the seed', async () => {
  expect(await migrate()).toEqual([4])
  expect(stored('messages')?.afterCheckout).toEqual(afterCheckout)
  const { heading, manage, ending } = subscription
  expect(stored('messages')?.subscription).toMatchObject({ heading, manage, ending })
  expect(stored('claimPage')).toMatchObject(Object(seeded('claimPage')))
  expect(stored('offer')).toMatchObject({ regularTerms, introPrice: 99_700 })
})

it('leaves what editors have written alone', async () => {
  await migrate()
  const { reload, introUsedText } = checkout
  expect(stored('messages')?.checkout).toMatchObject({
    errorTitle: 'Oh',
    busy: 'Busy',
    reload,
    introUsedText,
  })
})
