import { expect, it } from 'vitest'
import { accountNames } from './0006-account-names.ts'
import { lakeFor, seeded } from './testSupport.ts'

const { put, migrate, stored } = lakeFor(accountNames)

it('adds the words of the seed, drafts included, and leaves what is there alone', async () => {
  await put([
    { _id: 'siteSettings', _type: 'siteSettings', schemaVersion: 5 },
    { _id: 'messages', _type: 'messages', account: { resend: 'Again' } },
    { _id: 'drafts.messages', _type: 'messages', account: { accountNote: 'Mine: {email}' } },
    { _id: 'confirmPage', _type: 'confirmPage', submit: 'Go' },
    { _id: 'drafts.confirmPage', _type: 'confirmPage', signInNote: 'Mine' },
  ])
  expect(await migrate()).toEqual([6])
  const { accountNote } = seeded('messages').account
  expect(stored('messages')?.account).toEqual({ resend: 'Again', accountNote })
  expect(stored('drafts.messages')?.account).toEqual({ accountNote: 'Mine: {email}' })
  expect(stored('confirmPage')).toMatchObject({ submit: 'Go', signInNote: seeded('confirmPage').signInNote })
  expect(stored('drafts.confirmPage')).toMatchObject({ signInNote: 'Mine' })
  expect(await migrate()).toEqual([])
})
