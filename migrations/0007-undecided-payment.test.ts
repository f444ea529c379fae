import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestCloud, type TestCloud } from '../local/testing.ts'
import { readDocuments } from '../tests/support/content-variants/index.ts'
import { undecidedPayment } from './0007-undecided-payment.ts'
import { runMigrations } from './runner.ts'
import { contentTarget, migrationClient } from './target.ts'
import { schemaVersion } from './version.ts'

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
    .createOrReplace({
      _id: 'siteSettings',
      _type: 'siteSettings',
      schemaVersion: undecidedPayment.version - 1,
    })
    .createOrReplace({ _id: 'messages', _type: 'messages', checkout: { busy: 'Busy' } })
    .createOrReplace({ _id: 'drafts.messages', _type: 'messages', checkout: { paymentProcessing: 'Mine' } })
    .commit()
  const migrate = () =>
    runMigrations({
      target: contentTarget(migrationClient({ ...cloud.env })),
      migrations: [undecidedPayment],
      apply: true,
      report: () => {},
    })
  expect(await migrate()).toEqual([undecidedPayment.version])
  const stored = (id: string) => cloud.lake.get('production')?.get(id)?.checkout
  const { paymentProcessing } = seeded('messages').checkout
  expect(stored('messages')).toEqual({ busy: 'Busy', paymentProcessing })
  expect(stored('drafts.messages')).toEqual({ paymentProcessing: 'Mine' })
  expect(await migrate()).toEqual([])
})

it('the seed is of the version that the code expects', () => {
  expect(seeded('siteSettings').schemaVersion).toBe(schemaVersion)
})
