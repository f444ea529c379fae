import { expect, it } from 'vitest'
import { findScheduledChargeChanges } from './scheduledOffers'

const publishedCharges = { currency: 'usd', introPrice: 99_700, introMonths: 2, regularPrice: 49_700 }
const scheduledOffers = {
  releases: [
    { name: 'rLater', publishAt: '2027-11-27T17:00:00Z' },
    { name: 'rWords', publishAt: '2027-11-20T17:00:00Z' },
    { name: 'rWithoutOffer', publishAt: '2027-11-19T17:00:00Z' },
  ],
  offers: [
    { _id: 'versions.rLater.offer', ...publishedCharges, introPrice: 104_700 },
    { _id: 'versions.rWords.offer', ...publishedCharges, summary: 'New words' },
    { _id: 'versions.rInPreparation.offer', ...publishedCharges, regularPrice: 1 },
  ],
}

it('returns scheduled versions with other charges, and their times', () => {
  expect(findScheduledChargeChanges(scheduledOffers, publishedCharges)).toMatchObject([
    { publishAt: new Date('2027-11-27T17:00:00Z'), changes: [{ name: 'introPrice', after: 104_700 }] },
  ])
})

it('also returns a version with the published charges, which would revert a new price, earliest first', () => {
  const changed = { ...publishedCharges, introPrice: 120_000 }
  expect(
    findScheduledChargeChanges(scheduledOffers, changed).map(({ changes }) => changes[0]?.after),
  ).toEqual([99_700, 104_700])
})

it('returns no version with the same charges, and none that is not scheduled', () => {
  expect(
    findScheduledChargeChanges(scheduledOffers, { ...publishedCharges, introPrice: 104_700 }),
  ).toHaveLength(1)
  expect(
    findScheduledChargeChanges(
      { releases: [], offers: scheduledOffers.offers },
      { ...publishedCharges, introPrice: 1 },
    ),
  ).toEqual([])
})
