import type { SanityClient } from '@sanity/client'
import { type RunningCloud, startLocalCloud } from 'local-cloud/testing/cloudProcess'
import { createContentLakeClient } from 'local-cloud/testing/contentLakeClient'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { findInboundLinks, linkingQuery, linkingTypes } from '@/lib/content/checks/inboundLinks'
import type { Fields } from '@/lib/content/checks/walk'
import { apiVersion } from '@/lib/content/config'
import {
  findScheduledChargeChanges,
  type ScheduledOffers,
  scheduledOffersQuery,
} from '@/studio/offer/scheduledOffers'

vi.setConfig({ hookTimeout: 180_000, testTimeout: 60_000 })

let cloud: RunningCloud
let editor: SanityClient
beforeAll(async () => {
  cloud = await startLocalCloud()
  const client = createContentLakeClient(cloud.contentLakeOrigin, cloud.env.SANITY_API_WRITE_TOKEN)
  editor = client.withConfig({ apiVersion, perspective: 'raw' })
})
afterAll(() => cloud.remove())

const publishedCharges = { currency: 'usd', introPrice: 99_700, introMonths: 2, regularPrice: 49_700 }

/** Creates a release with a version of a document in which these fields are changed. */
async function createReleaseWith(releaseId: string, publishedId: string, fields: object): Promise<void> {
  await editor.releases.create({ releaseId, metadata: { title: releaseId, releaseType: 'scheduled' } })
  await editor.createVersion({ releaseId, publishedId, baseId: publishedId })
  await editor.patch(`versions.${releaseId}.${publishedId}`).set(fields).commit()
}

test('charge changes are found in scheduled releases only, at the time of the release', async () => {
  await editor.createOrReplace({ _id: 'offer', _type: 'offer', ...publishedCharges })
  await createReleaseWith('rWords', 'offer', { summary: 'Spring' })
  await createReleaseWith('rNever', 'offer', { introPrice: 1 })
  const publishAt = new Date(Date.now() + 24 * 3_600_000).toISOString()
  await editor.releases.schedule({ releaseId: 'rWords', publishAt })

  const scheduledOffers = await editor.fetch<ScheduledOffers>(scheduledOffersQuery.query)
  expect(findScheduledChargeChanges(scheduledOffers, publishedCharges)).toEqual([])
  expect(
    findScheduledChargeChanges(scheduledOffers, { ...publishedCharges, introPrice: 120_000 }),
  ).toMatchObject([{ publishAt: new Date(publishAt), changes: [{ name: 'introPrice', after: 99_700 }] }])
})

test('a link in an active release counts as an inbound link, and one in a draft or an archived release does not', async () => {
  const page = { _id: 'coaches', _type: 'landingPage', path: '/coaches' }
  const links = [{ _key: 'a', label: 'Coaches', kind: 'page', page: '/coaches' }]
  await editor.createOrReplace({ _id: 'aboutPage', _type: 'aboutPage' })
  await createReleaseWith('rLinks', 'aboutPage', { sections: [{ _key: 'intro', links }] })
  await editor.create({ _id: 'drafts.homePage', _type: 'homePage', sections: [{ _key: 'intro', links }] })

  const listInboundLinks = async () => {
    const documents = await editor.fetch<Fields[]>(linkingQuery, { types: linkingTypes })
    return findInboundLinks(page, documents).map(({ _id }) => _id)
  }
  expect(await listInboundLinks()).toEqual(['versions.rLinks.aboutPage'])
  await editor.releases.archive({ releaseId: 'rLinks' })
  expect(await listInboundLinks()).toEqual([])
})
