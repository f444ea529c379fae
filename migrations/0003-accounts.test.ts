import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { startTestCloud, type TestCloud } from '../local/testing.ts'
import { readDocuments } from '../tests/support/content-variants/index.ts'
import { accountWords } from './0003-accounts.ts'
import { pages } from './0003-accounts.words.ts'
import { runMigrations } from './runner.ts'
import { contentTarget, migrationClient } from './target.ts'

let cloud: TestCloud
beforeAll(async () => {
  cloud = await startTestCloud()
})
afterAll(() => cloud.dispose())

const seed = new Map(readDocuments().map((document) => [document._id, document]))
const { account: words, ...messages } = seed.get('messages') ?? Object.create(null)
// What later versions have added.
const { accountNote: _, ...account } = words
const { signInNote: __, ...confirmPage } = seed.get('confirmPage') ?? Object.create(null)
seed.set('confirmPage', confirmPage)

beforeEach(async () => {
  const transaction = cloud.client(cloud.env.SANITY_API_WRITE_TOKEN).transaction()
  for (const { _id } of pages) transaction.delete(_id)
  await transaction
    .createOrReplace({ _id: 'siteSettings', _type: 'siteSettings', schemaVersion: 2, accountLabel: 'Mine' })
    .createOrReplace({ ...messages, _id: 'messages', _type: 'messages' })
    .createOrReplace({
      _id: 'drafts.messages',
      _type: 'messages',
      account: { submit: 'Go', resend: 'Again' },
    })
    .commit()
})

const migrate = () =>
  runMigrations({
    target: contentTarget(migrationClient({ ...cloud.env })),
    migrations: [accountWords],
    apply: true,
    report: () => {},
  })
const stored = (id: string) => cloud.lake.get('production')?.get(id)

it('adds the pages and the messages of the seed', async () => {
  expect(await migrate()).toEqual([3])
  expect(stored('messages')?.account).toEqual(account)
  expect(pages).toHaveLength(6)
  for (const { _id } of pages) expect(stored(_id)).toMatchObject(Object(seed.get(_id)))
  expect(stored('siteSettings')).toMatchObject({ signInLabel: 'Sign in', schemaVersion: 3 })
})

it('leaves what editors have written alone, in drafts too', async () => {
  await cloud
    .client(cloud.env.SANITY_API_WRITE_TOKEN)
    .createOrReplace({ _id: 'signInPage', _type: 'signInPage', heading: 'Ours' })
  await migrate()
  expect(stored('signInPage')).toMatchObject({ heading: 'Ours' })
  expect(stored('siteSettings')).toMatchObject({ accountLabel: 'Mine' })
  expect(stored('drafts.messages')?.account).toMatchObject({ resend: 'Again', working: account.working })
})
