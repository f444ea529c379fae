import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { startTestCloud, type TestCloud } from '../local/testing.ts'
import { readDocuments } from '../tests/support/content-variants/index.ts'
import { membershipWords } from './0004-membership.ts'
import { runMigrations } from './runner.ts'
import { contentTarget, migrationClient } from './target.ts'

let cloud: TestCloud
beforeAll(async () => {
  cloud = await startTestCloud()
})
afterAll(() => cloud.dispose())

const seed = new Map(readDocuments().map((document) => [document._id, document]))
const { checkout, subscription, afterCheckout } = seed.get('messages') ?? Object.create(null)
const { regularTerms, ...offer } = seed.get('offer') ?? Object.create(null)

beforeEach(async () => {
  await cloud
    .client(cloud.env.SANITY_API_WRITE_TOKEN)
    .transaction()
    .delete('claimPage')
    .createOrReplace({ _id: 'siteSettings', _type: 'siteSettings', schemaVersion: 3 })
    .createOrReplace({ ...offer, _id: 'offer', _type: 'offer' })
    .createOrReplace({ _id: 'messages', _type: 'messages', checkout: { errorTitle: 'Oh', busy: 'Busy' } })
    .commit()
})

const migrate = () =>
  runMigrations({
    target: contentTarget(migrationClient({ ...cloud.env })),
    migrations: [membershipWords],
    apply: true,
    report: () => {},
  })
const stored = (id: string) => cloud.lake.get('production')?.get(id)

it('adds the words of the seed', async () => {
  expect(await migrate()).toEqual([4])
  expect(stored('messages')?.afterCheckout).toEqual(afterCheckout)
  const { heading, manage, ending } = subscription
  expect(stored('messages')?.subscription).toMatchObject({ heading, manage, ending })
  expect(stored('claimPage')).toMatchObject(Object(seed.get('claimPage')))
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
