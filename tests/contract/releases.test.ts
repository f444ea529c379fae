import { createClient, type SanityClient } from '@sanity/client'
import { type RunningCloud, startLocalCloud } from 'local-cloud/testing/cloudProcess'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type ScheduledOffers, scheduledOffers, takingOver } from '@/studio/offer/scheduledOffers'

vi.setConfig({ hookTimeout: 180_000, testTimeout: 60_000 })

let cloud: RunningCloud
let editor: SanityClient
beforeAll(async () => {
  cloud = await startLocalCloud()
  editor = createClient({
    projectId: 'local',
    dataset: 'production',
    apiHost: cloud.lakeOrigin,
    useProjectHostname: false,
    apiVersion: '2026-10-01',
    perspective: 'raw',
    token: String(cloud.env.SANITY_API_WRITE_TOKEN),
    useCdn: false,
  })
})
afterAll(() => cloud.remove())

const sold = { currency: 'usd', introPrice: 99_700, introMonths: 2, regularPrice: 49_700 }

/** Puts a document into a release of its own. */
async function prepare(releaseId: string, publishedId: string, fields: object): Promise<void> {
  await editor.releases.create({ releaseId, metadata: { title: releaseId, releaseType: 'scheduled' } })
  await editor.createVersion({ releaseId, publishedId, baseId: publishedId })
  await editor.patch(`versions.${releaseId}.${publishedId}`).set(fields).commit()
}

test('a version of the offer takes over at its time when its release is scheduled', async () => {
  await editor.createOrReplace({ _id: 'offer', _type: 'offer', ...sold })
  await prepare('rWords', 'offer', { summary: 'Spring' })
  await prepare('rNever', 'offer', { introPrice: 1 })
  const publishAt = new Date(Date.now() + 24 * 3_600_000).toISOString()
  await editor.releases.schedule({ releaseId: 'rWords', publishAt })

  const found = await editor.fetch<ScheduledOffers>(scheduledOffers.query)
  expect(takingOver(found, sold)).toEqual([])
  expect(takingOver(found, { ...sold, introPrice: 120_000 })).toMatchObject([
    { at: new Date(publishAt), changes: [{ name: 'introPrice', after: 99_700 }] },
  ])
})
