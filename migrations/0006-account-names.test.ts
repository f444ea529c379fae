import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestCloud, type TestCloud } from '../local/testing.ts'
import { readDocuments } from '../tests/support/content-variants/index.ts'
import { accountNames } from './0006-account-names.ts'
import { runMigrations } from './runner.ts'
import { contentTarget, migrationClient } from './target.ts'

let cloud: TestCloud
beforeAll(async () => {
  cloud = await startTestCloud()
})
afterAll(() => cloud.dispose())

const seeded = (id: string) => readDocuments().find(({ _id }) => _id === id) ?? Object.create(null)

it('adds the words of the seed, drafts included, and leaves what is there alone', async () => {
  await cloud
    .client(cloud.env.SANITY_API_WRITE_TOKEN)
    .transaction()
    .createOrReplace({ _id: 'siteSettings', _type: 'siteSettings', schemaVersion: accountNames.version - 1 })
    .createOrReplace({ _id: 'messages', _type: 'messages', account: { resend: 'Again' } })
    .createOrReplace({ _id: 'drafts.messages', _type: 'messages', account: { accountNote: 'Mine: {email}' } })
    .createOrReplace({ _id: 'confirmPage', _type: 'confirmPage', submit: 'Go' })
    .createOrReplace({ _id: 'drafts.confirmPage', _type: 'confirmPage', signInNote: 'Mine' })
    .commit()
  const migrate = () =>
    runMigrations({
      target: contentTarget(migrationClient({ ...cloud.env })),
      migrations: [accountNames],
      apply: true,
      report: () => {},
    })
  expect(await migrate()).toEqual([accountNames.version])
  const stored = (id: string) => cloud.lake.get('production')?.get(id)
  const { accountNote } = seeded('messages').account
  expect(stored('messages')?.account).toEqual({ resend: 'Again', accountNote })
  expect(stored('drafts.messages')?.account).toEqual({ accountNote: 'Mine: {email}' })
  expect(stored('confirmPage')).toMatchObject({ submit: 'Go', signInNote: seeded('confirmPage').signInNote })
  expect(stored('drafts.confirmPage')).toMatchObject({ signInNote: 'Mine' })
  expect(await migrate()).toEqual([])
})
