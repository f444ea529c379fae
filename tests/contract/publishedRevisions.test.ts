import { type RunningCloud, startLocalCloud } from 'local-cloud/testing/cloudProcess'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createAdminClient } from '../../scripts/lib/sanityClient.ts'
import { fetchPublishedRevisions } from '../../scripts/stack/build.ts'

vi.setConfig({ hookTimeout: 180_000, testTimeout: 60_000 })

let cloud: RunningCloud
beforeAll(async () => {
  cloud = await startLocalCloud()
})
afterAll(() => cloud.remove())

test('a build records the revisions of published documents, not of drafts or others with a dot in the id', async () => {
  const access = {
    NEXT_PUBLIC_SANITY_PROJECT_ID: String(cloud.env.NEXT_PUBLIC_SANITY_PROJECT_ID),
    NEXT_PUBLIC_SANITY_DATASET: String(cloud.env.NEXT_PUBLIC_SANITY_DATASET),
    NEXT_PUBLIC_SANITY_API_HOST: cloud.contentLakeOrigin,
    SANITY_API_WRITE_TOKEN: String(cloud.env.SANITY_API_WRITE_TOKEN),
  }
  const client = createAdminClient(access)
  const { _rev } = await client.create({ _id: 'aboutPage', _type: 'aboutPage' })
  await client.create({ _id: 'drafts.homePage', _type: 'homePage' })
  await client.create({ _id: 'secret.of.preview', _type: 'note' })
  expect(await fetchPublishedRevisions(access)).toEqual({ aboutPage: _rev })
})
