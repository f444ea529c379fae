import { beforeEach, expect, it } from 'vitest'
import { accountWords } from './0003-accounts.ts'
import { pages } from './0003-accounts.words.ts'
import { lakeFor, seeded } from './testSupport.ts'

const { put, migrate, stored } = lakeFor(accountWords)
const { account: words, ...messages } = seeded('messages')
// What later versions have added.
const { accountNote: _, ...account } = words
const { signInNote: __, ...confirmPage } = seeded('confirmPage')
const pageOf = (id: string) => (id === 'confirmPage' ? confirmPage : seeded(id))

beforeEach(() =>
  put(
    [
      { _id: 'siteSettings', _type: 'siteSettings', schemaVersion: 2, accountLabel: 'Mine' },
      { ...messages, _id: 'messages', _type: 'messages' },
      { _id: 'drafts.messages', _type: 'messages', account: { submit: 'Go', resend: 'Again' } },
    ],
    { without: pages.map(({ _id }) => _id) },
  ),
)

it('adds the pages and the messages of the seed', async () => {
  expect(await migrate()).toEqual([3])
  expect(stored('messages')?.account).toEqual(account)
  expect(pages).toHaveLength(6)
  for (const { _id } of pages) expect(stored(_id)).toMatchObject(Object(pageOf(_id)))
  expect(stored('siteSettings')).toMatchObject({ signInLabel: 'Sign in', schemaVersion: 3 })
})

it('leaves what editors have written alone, in drafts too', async () => {
  await put([{ _id: 'signInPage', _type: 'signInPage', heading: 'Ours' }])
  await migrate()
  expect(stored('signInPage')).toMatchObject({ heading: 'Ours' })
  expect(stored('siteSettings')).toMatchObject({ accountLabel: 'Mine' })
  expect(stored('drafts.messages')?.account).toMatchObject({ resend: 'Again', working: account.working })
})
