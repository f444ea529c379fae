import { expect, it } from 'vitest'
import { undecidedPayment } from './0007-undecided-payment.ts'
import { lakeFor, seeded } from './testSupport.ts'
import { schemaVersion } from './version.ts'

const { put, migrate, stored } = lakeFor(undecidedPayment)

it('adds the words of the seed, drafts included, and leaves what is there alone', async () => {
  await put([
    { _id: 'siteSettings', _type: 'siteSettings', schemaVersion: 6 },
    { _id: 'messages', _type: 'messages', checkout: { busy: 'Busy' } },
    { _id: 'drafts.messages', _type: 'messages', checkout: { paymentProcessing: 'Mine' } },
  ])
  expect(await migrate()).toEqual([7])
  const { paymentProcessing } = seeded('messages').checkout
  expect(stored('messages')?.checkout).toEqual({ busy: 'Busy', paymentProcessing })
  expect(stored('drafts.messages')?.checkout).toEqual({ paymentProcessing: 'Mine' })
  expect(await migrate()).toEqual([])
})

it('the seed is of the version that the code expects', () => {
  expect(seeded('siteSettings').schemaVersion).toBe(schemaVersion)
})
