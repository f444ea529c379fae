import { expect, test } from '@playwright/test'
import type { SanityDocument } from '@sanity/client'
import { createPreviewSecret } from '@sanity/preview-url-secret/create-secret'
import { momentOf, timeThere } from '../../../lib/content/studioTime.ts'
import { contentClient, control } from '../../support/content.ts'
import { sampleLandingPage } from '../../support/contentVariants/index.ts'
import { testEnvironment } from '../../support/environment.ts'
import {
  expectDelivered,
  load,
  publish,
  putBack,
  type Snapshot,
  takeSnapshot,
} from '../../support/publishing.ts'

test.describe.configure({ timeout: 180_000 })

let before: Snapshot
test.beforeAll(async () => {
  before = await takeSnapshot()
})
test.afterEach(async () => {
  await removeReleases()
  await putBack(before)
})

/** Deletes every release, whatever became of it: one that is scheduled would keep its documents locked. */
async function removeReleases(): Promise<void> {
  const client = contentClient()
  const { releases } = client
  const all = await client.fetch<{ name: string; state: string }[]>(
    '*[_type == "system.release"]{name, state}',
  )
  for (const { name: releaseId, state } of all) {
    if (state === 'scheduled') await releases.unschedule({ releaseId })
    if (state === 'scheduled' || state === 'active') await releases.archive({ releaseId })
    await releases.delete({ releaseId })
  }
}

/** Pages, and the documents that they are about. */
const pages = { '/': 'homePage', '/about': 'aboutPage', '/services': 'servicesPage' }
const ids = Object.values(pages)

const title = (id: string) => `Spring at the studio: ${id}`

/** The cookies of an editor who previews a release, over the drafts. */
async function previewing(release: string): Promise<string> {
  const client = contentClient()
  const { siteOrigin } = testEnvironment()
  const { secret } = await createPreviewSecret(client, 'tests', `${siteOrigin}/studio-admin`)
  const url = new URL('/api/draft-mode/enable', siteOrigin)
  url.searchParams.set('sanity-preview-secret', secret)
  url.searchParams.set('sanity-preview-pathname', '/about')
  url.searchParams.set('sanity-preview-perspective', `${release},drafts`)
  const answer = await fetch(url, { redirect: 'manual' })
  expect(answer.status).toBe(307)
  return answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ')
}

async function titleAt(path: string, cookie?: string): Promise<string> {
  if (!cookie) return (await load(path)).html
  const answer = await fetch(`${testEnvironment().siteOrigin}${path}`, { headers: { cookie } })
  return await answer.text()
}

/** Tomorrow at nine in the morning, by the clocks of the studio. */
function tomorrowAtNine(): Date {
  const there = timeThere(new Date(Date.now() + 24 * 3600 * 1000))
  const moment = momentOf(`${there.slice(0, 10)}T09:00`)
  if (!moment) throw new Error('Clocks skip nine in the morning.')
  return moment
}

async function revisionOf(id: string): Promise<string> {
  return (await contentClient().getDocument(id))?._rev ?? ''
}

test('a landing page that a schedule moves leads visitors of its old address to the new one', {
  tag: '@all',
}, async () => {
  const client = contentClient()
  const publishedId = 'landing-of-tests'
  const path = '/podcast-for-coaches'
  const sections = [{ _key: 'intro', _type: 'pageIntroSection', heading: 'A page of its own' }]
  const { seo } = sampleLandingPage
  const page = { _id: publishedId, _type: 'landingPage', title: 'Coaches', path, sections, seo }
  await publish([{ createOrReplace: page }])
  expect((await load(path)).status).toBe(200)
  const { releaseId } = await client.releases.create({
    metadata: { title: 'Moves', releaseType: 'scheduled' },
  })
  await client.createVersion({ releaseId, publishedId, baseId: publishedId })
  await client
    .patch(`versions.${releaseId}.${publishedId}`)
    .set({ path: '/moved', formerPaths: [path] })
    .commit()
  await client.releases.schedule({ releaseId, publishAt: tomorrowAtNine().toISOString() })
  await control('clock', { advanceSeconds: 2 * 24 * 3600 })
  await expect.poll(async () => (await load('/moved')).status, { timeout: 30_000 }).toBe(200)
  const old = await fetch(`${testEnvironment().siteOrigin}${path}`, { redirect: 'manual' })
  expect([old.status, old.headers.get('location')]).toEqual([301, '/moved'])
})

test('a release of three documents is previewed, shows at its time, and is undone as one', {
  tag: '@all',
}, async () => {
  const client = contentClient()
  const earlier = await Promise.all(ids.map((id) => client.getDocument<SanityDocument>(id)))
  const { releaseId } = await client.releases.create({
    metadata: { title: 'Spring', releaseType: 'scheduled' },
  })
  for (const publishedId of ids) {
    await client.createVersion({ releaseId, publishedId, baseId: publishedId })
    await client
      .patch(`versions.${releaseId}.${publishedId}`)
      .set({ 'seo.title': title(publishedId) })
      .commit()
  }

  const cookie = await previewing(releaseId)
  for (const [path, id] of Object.entries(pages)) {
    expect(await titleAt(path, cookie)).toContain(title(id))
    expect(await titleAt(path)).not.toContain(title(id))
  }

  const publishAt = tomorrowAtNine()
  await client.releases.schedule({ releaseId, publishAt: publishAt.toISOString() })
  const wait = Math.ceil((publishAt.getTime() - Date.now()) / 1000)
  await control('clock', { advanceSeconds: wait - 60 })
  for (const [path, id] of Object.entries(pages)) expect(await titleAt(path)).not.toContain(title(id))
  await control('clock', { advanceSeconds: 120 })
  const state = async () => (await client.releases.get({ releaseId }))?.state
  await expect.poll(state).toBe('published')
  await expectDelivered(await revisionOf('aboutPage'))
  for (const [path, id] of Object.entries(pages)) expect(await titleAt(path)).toContain(title(id))

  // What “Revert release” of the Studio does.
  const { releaseId: undo } = await client.releases.create({ metadata: { title: 'Reverting “Spring”' } })
  await client.action(
    earlier.flatMap((document) =>
      document
        ? [
            {
              actionType: 'sanity.action.document.version.create' as const,
              publishedId: document._id,
              document: { ...document, _id: `versions.${undo}.${document._id}` },
            },
          ]
        : [],
    ),
  )
  const { transactionId } = await client.releases.publish({ releaseId: undo })
  await expectDelivered(transactionId)
  for (const [path, id] of Object.entries(pages)) expect(await titleAt(path)).not.toContain(title(id))
})
