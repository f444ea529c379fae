import { type RunningCloud, startLocalCloud } from 'local-cloud/testing/cloudProcess'
import { createContentLakeClient } from 'local-cloud/testing/contentLakeClient'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { apiVersion } from '@/lib/content/config'
import { findOutdatedTexts } from '../../migrations/seeded-texts'
import texts from '../../migrations/seeded-texts/texts.json'
import { type ContentDocument, readDocuments } from '../support/contentVariants/documents.ts'

vi.setConfig({ hookTimeout: 180_000, testTimeout: 60_000 })

const formerTexts: Record<string, Record<string, string[]>> = texts.former
const addedTexts: Record<string, string[]> = texts.added
let cloud: RunningCloud
beforeAll(async () => {
  cloud = await startLocalCloud()
})
afterAll(() => cloud.remove())

const createEditorClient = () =>
  createContentLakeClient(cloud.contentLakeOrigin, cloud.env.SANITY_API_WRITE_TOKEN).withConfig({
    apiVersion,
    perspective: 'raw',
  })

/** Stores a document of the seed with the oldest texts of texts.json, and without those added since. */
async function storeFormerSeed(seed: ContentDocument, prefix = ''): Promise<ContentDocument> {
  const _id = `${prefix}${seed._id}`
  const paths = Object.entries(formerTexts[seed._id] ?? {})
  await createEditorClient().createOrReplace({ ...seed, _id })
  return createEditorClient()
    .patch(_id)
    .set(Object.fromEntries(paths.map(([path, former]) => [path, former.at(-1)])))
    .unset(addedTexts[seed._id] ?? [])
    .commit()
}

/** Applies the migration's changes in place of the CLI, which supports only api.sanity.io. */
async function migrate(document: ContentDocument): Promise<Partial<ContentDocument>> {
  const { changed, missing } = findOutdatedTexts(document)
  const patched = createEditorClient()
    .patch(document._id)
    .set({ ...changed, ...missing })
  const { _rev, _createdAt, _updatedAt, ...content } = await patched.commit<ContentDocument>()
  return content
}

const changedSeeds = readDocuments().filter(({ _id }) => formerTexts[_id] ?? addedTexts[_id])

test.each(changedSeeds)('$_id of an early seed gets the current texts', async (seed) => {
  expect(await migrate(await storeFormerSeed(seed))).toEqual(seed)
  expect(await migrate(await storeFormerSeed(seed, 'drafts.'))).toEqual({
    ...seed,
    _id: `drafts.${seed._id}`,
  })
})

test('edited texts stay unchanged', async () => {
  const seed = readDocuments().find(({ _id }) => _id === 'messages')
  if (!seed) throw new Error('The seed has no messages')
  await storeFormerSeed(seed)
  const edited = { 'account.emailLabel': 'Your email', 'checkout.termsLink': 'Our terms' }
  const document = await createEditorClient().patch(seed._id).set(edited).commit<ContentDocument>()
  expect(await migrate(document)).toMatchObject({
    account: { emailLabel: 'Your email' },
    checkout: { termsLink: 'Our terms' },
  })
})

test('the current seed needs no changes', () => {
  for (const seed of changedSeeds)
    expect(findOutdatedTexts(seed), seed._id).toEqual({ changed: {}, missing: {} })
})
