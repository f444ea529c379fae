import type { SanityClient } from '@sanity/client'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  bearer,
  callControl,
  sendRawRequest,
  startTestCloud,
  type TestCloud,
  until,
} from '../support/testCloud.ts'
import { catchError } from './support.ts'

const DAY_SECONDS = 24 * 3600

let cloud: TestCloud
let client: SanityClient
let release: string
let releaseCount = 0

beforeAll(async () => {
  cloud = await startTestCloud()
})
afterAll(() => cloud.dispose())
beforeEach(async () => {
  client = cloud.client(cloud.env.SANITY_API_WRITE_TOKEN).withConfig({ perspective: 'raw', maxRetries: 0 })
  release = `r${++releaseCount}`
  const scheduled = await client.fetch<string[]>('*[_type == "system.release" && state == "scheduled"].name')
  for (const releaseId of scheduled) await client.releases.unschedule({ releaseId })
  await client.delete({ query: '*[_type == "page"]' })
  await client.releases.create({
    releaseId: release,
    metadata: { title: 'Spring', releaseType: 'scheduled' },
  })
})

const createPage = (_id: string, title: string) => ({ _id, _type: 'page', title })
const fetchTitles = (perspective: string[] | 'published') =>
  client.fetch<string[]>('*[_type == "page"] | order(title).title', {}, { perspective })

/** Adds a version of a document to the release. */
function addVersion(publishedId: string, title: string): Promise<unknown> {
  return client.createVersion({
    publishedId,
    releaseId: release,
    document: createPage(`versions.${release}.${publishedId}`, title),
  })
}

/** The machine's time plus `seconds`, as the Studio sends times. */
function timeAfter(seconds: number): string {
  return new Date(Date.now() + seconds * 1000).toISOString()
}

async function advanceClock(seconds: number): Promise<void> {
  expect((await callControl(cloud, 'clock', { body: { advanceSeconds: seconds } })).status).toBe(200)
}

const getReleaseState = async () => (await client.releases.get({ releaseId: release }))?.state

describe('a release', () => {
  test('is a document with a name, a state and metadata, hidden from clients without a token', async () => {
    expect(await client.releases.get({ releaseId: release })).toMatchObject({
      _id: `_.releases.${release}`,
      _type: 'system.release',
      name: release,
      state: 'active',
      metadata: { title: 'Spring', releaseType: 'scheduled' },
    })
    expect(await cloud.client().releases.get({ releaseId: release })).toBeUndefined()
    const releases = await client.fetch<{ name: string }[]>('releases::all()[state == "active"]{name}')
    expect(releases.map(({ name }) => name)).toContain(release)
  })

  test('rejects mutations, and edits of fields other than metadata', async () => {
    await client.releases.edit({ releaseId: release, patch: { set: { 'metadata.title': 'Summer' } } })
    expect((await client.releases.get({ releaseId: release }))?.metadata.title).toBe('Summer')
    const id = `_.releases.${release}`
    const refused = [
      () => client.releases.edit({ releaseId: release, patch: { set: { state: 'published' } } }),
      () => client.patch(id).set({ state: 'published' }).commit(),
      () => client.delete(id),
      () => client.createOrReplace({ _id: id, _type: 'system.release' }),
      () => client.releases.create({ releaseId: 'drafts' }),
    ]
    for (const call of refused) expect(await catchError(call())).toMatchObject({ status: 400 })
    expect(await catchError(client.releases.create({ releaseId: release }))).toMatchObject({ status: 409 })
  })

  test('cannot be created or published by viewers', async () => {
    const viewer = cloud.client(cloud.env.SANITY_API_READ_TOKEN)
    const refused = [
      () => viewer.releases.create({ releaseId: 'other' }),
      () => viewer.releases.publish({ releaseId: release }),
      () => viewer.createVersion({ publishedId: 'a', releaseId: release, document: { _type: 'page' } }),
      // The Studio checks permissions with a dry run before it offers the action.
      () => viewer.releases.create({ releaseId: 'other' }, { dryRun: true }),
    ]
    for (const call of refused) {
      expect(await catchError(call())).toMatchObject({
        status: 403,
        body: { error: { type: 'insufficientPermissionsError' } },
      })
    }
  })
})

describe('stacked perspectives', () => {
  test('overlay releases in order, then drafts, then published documents', async () => {
    await client.create(createPage('a', 'a published'))
    await client.create(createPage('b', 'b published'))
    await client.create(createPage('c', 'c published'))
    await client.create(createPage('drafts.b', 'b draft'))
    await client.create(createPage('drafts.c', 'c draft'))
    await addVersion('c', 'c released')
    expect(await fetchTitles([release, 'drafts'])).toEqual(['a published', 'b draft', 'c released'])
    expect(await fetchTitles([release])).toEqual(['a published', 'b published', 'c released'])
    await client.releases.create({ releaseId: `${release}later` })
    await client.createVersion({
      publishedId: 'c',
      releaseId: `${release}later`,
      document: createPage(`versions.${release}later.c`, 'c later'),
    })
    expect(await fetchTitles([`${release}later`, release])).toContain('c later')
    expect(await fetchTitles([release, `${release}later`])).toContain('c released')
    expect(await fetchTitles('published')).toEqual(['a published', 'b published', 'c published'])
  })

  test('hide documents that a release unpublishes', async () => {
    await client.create(createPage('a', 'a published'))
    await client.unpublishVersion({ releaseId: release, publishedId: 'a' })
    expect(await fetchTitles([release])).toEqual([])
    expect(await fetchTitles('published')).toEqual(['a published'])
    expect(
      await catchError(client.unpublishVersion({ releaseId: release, publishedId: 'nothing' })),
    ).toMatchObject({ status: 409 })
  })
})

describe('publishing a release', () => {
  test('publishes and unpublishes its documents in one transaction, and leaves their drafts unchanged', async () => {
    await client.create(createPage('a', 'a'))
    await client.create(createPage('drafts.a', 'a draft'))
    await client.create(createPage('b', 'b'))
    await client.createVersion({ publishedId: 'a', releaseId: release, baseId: 'a' })
    await client.patch(`versions.${release}.a`).set({ title: 'a released' }).commit()
    await client.unpublishVersion({ releaseId: release, publishedId: 'b' })
    await addVersion('c', 'c released')

    const { transactionId } = await client.releases.publish({ releaseId: release })
    const documents = await client.fetch<{ _id: string; _rev: string; title: string }[]>(
      '*[_type == "page"] | order(_id){_id, _rev, title, _system}',
    )
    expect(documents).toEqual([
      { _id: 'a', _rev: transactionId, title: 'a released', _system: null },
      { _id: 'c', _rev: transactionId, title: 'c released', _system: null },
      { _id: 'drafts.a', _rev: expect.any(String), title: 'a draft', _system: null },
    ])
    expect(await client.releases.get({ releaseId: release })).toMatchObject({
      state: 'published',
      publishedAt: expect.any(String),
      finalDocumentStates: ['a', 'b', 'c'].map((id) => ({ id: `versions.${release}.${id}` })),
    })
  })

  test('fails when a document would reference a missing document', async () => {
    await addVersion('a', 'a released')
    await client
      .patch(`versions.${release}.a`)
      .set({ next: { _ref: 'b', _weak: true, _strengthenOnPublish: { type: 'page' } } })
      .commit()
    expect(await catchError(client.releases.publish({ releaseId: release }))).toMatchObject({ status: 409 })
    expect(await getReleaseState()).toBe('active')
    expect(await fetchTitles('published')).toEqual([])
    await addVersion('b', 'b released')
    await client.releases.publish({ releaseId: release })
    expect(await fetchTitles('published')).toEqual(['a released', 'b released'])
  })

  test('can be reverted with versions from the history, as the Studio does', async () => {
    await client.create(createPage('a', 'a before'))
    await addVersion('a', 'a released')
    await addVersion('new', 'new released')
    const { transactionId } = await client.releases.publish({ releaseId: release })
    const ids = ['a', 'new'].map((id) => `versions.${release}.${id}`)
    const { documents } = await client.request<{ documents: { _id: string; _rev: string }[] }>({
      url: `/data/history/production/documents/${ids.join(',')}?lastRevision=true`,
    })
    expect(documents.map(({ _id, _rev }) => [_id, _rev])).toEqual(ids.map((id) => [id, transactionId]))

    const revertRelease = `${release}revert`
    await client.releases.create({ releaseId: revertRelease })
    const { documents: earlierDocuments } = await client.request<{ documents: { title: string }[] }>({
      url: `/data/history/production/documents/a?revision=${(await readTransactionIds('a')).at(-2)}`,
    })
    expect(earlierDocuments).toMatchObject([{ title: 'a before' }])
    await client.action([
      {
        actionType: 'sanity.action.document.version.create',
        publishedId: 'a',
        document: createPage(`versions.${revertRelease}.a`, 'a before'),
      },
      {
        actionType: 'sanity.action.document.version.create',
        publishedId: 'new',
        document: { ...createPage(`versions.${revertRelease}.new`, ''), _system: { delete: true } },
      },
    ])
    await client.releases.publish({ releaseId: revertRelease })
    expect(await fetchTitles('published')).toEqual(['a before'])
  })
})

async function readTransactionIds(id: string): Promise<string[]> {
  const url = `${cloud.api}/data/history/production/transactions/${id}?excludeContent=true`
  const { body } = await sendRawRequest(url, { headers: bearer(cloud.env.SANITY_API_WRITE_TOKEN) })
  return body
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line).id)
}

test.each(['v1', 'v2024-12-31'])('API version %s rejects actions on releases', async (version) => {
  const post = (apiVersion: string) =>
    sendRawRequest(`${cloud.env.NEXT_PUBLIC_SANITY_API_HOST}/${apiVersion}/data/actions/production`, {
      method: 'POST',
      headers: bearer(cloud.env.SANITY_API_WRITE_TOKEN),
      body: JSON.stringify({
        dryRun: true,
        actions: [{ actionType: 'sanity.action.release.create', releaseId: 'early', metadata: {} }],
      }),
    })
  expect((await post(version)).status).toBe(400)
  expect((await post('v2025-02-19')).status).toBe(200)
})

describe('archiving a release', () => {
  test('removes its versions until it is unarchived, and allows deleting it', async () => {
    await addVersion('a', 'a released')
    expect(await catchError(client.releases.delete({ releaseId: release }))).toMatchObject({ status: 409 })
    await client.releases.archive({ releaseId: release })
    expect(await fetchTitles([release])).toEqual([])
    expect(await catchError(addVersion('b', 'b'))).toMatchObject({ status: 409 })
    await client.releases.unarchive({ releaseId: release })
    expect(await fetchTitles([release])).toEqual(['a released'])
    await client.releases.archive({ releaseId: release })
    await client.releases.delete({ releaseId: release })
    expect(await client.releases.get({ releaseId: release })).toBeUndefined()
  })
})

describe('a scheduled release', () => {
  test('is locked until it is unscheduled', async () => {
    await client.create(createPage('target', 'target'))
    await addVersion('a', 'a released')
    await client
      .patch(`versions.${release}.a`)
      .set({ next: { _ref: 'target', _weak: true, _strengthenOnPublish: { type: 'page' } } })
      .commit()
    const publishAt = timeAfter(DAY_SECONDS)
    await client.releases.schedule({ releaseId: release, publishAt })
    expect(await client.releases.get({ releaseId: release })).toMatchObject({ state: 'scheduled', publishAt })
    const refused = [
      () => client.patch(`versions.${release}.a`).set({ title: 'x' }).commit(),
      () => client.delete(`versions.${release}.a`),
      () => client.discardVersion({ releaseId: release, publishedId: 'a' }),
      () => addVersion('b', 'b released'),
      () => client.releases.publish({ releaseId: release }),
      () => client.releases.archive({ releaseId: release }),
    ]
    for (const call of refused) expect(await catchError(call())).toMatchObject({ status: 409 })
    await client.releases.unschedule({ releaseId: release })
    const { publishAt: time, state } = (await client.releases.get({ releaseId: release })) ?? {}
    expect([time, state]).toEqual([undefined, 'active'])
    await client.patch(`versions.${release}.a`).set({ title: 'b released' }).commit()
  })

  test('is published when the control API advances the clock beyond its time', async () => {
    await addVersion('a', 'a released')
    await client.releases.schedule({ releaseId: release, publishAt: timeAfter(DAY_SECONDS) })
    await advanceClock(DAY_SECONDS - 60)
    expect(await getReleaseState()).toBe('scheduled')
    await advanceClock(120)
    await until(async () => (await getReleaseState()) === 'published')
    expect(await fetchTitles('published')).toEqual(['a released'])
    const { events } = await client.request<{ events: { a: { publishCause: string }[] } }>({
      url: '/data/history/production/events/documents/a',
    })
    expect(events.a[0]).toMatchObject({ publishCause: 'release.schedule', releaseId: release })
  })

  test('ignores clock advances from before it was scheduled', async () => {
    await advanceClock(10 * DAY_SECONDS)
    await addVersion('a', 'a released')
    await client.releases.schedule({ releaseId: release, publishAt: timeAfter(DAY_SECONDS) })
    expect(await getReleaseState()).toBe('scheduled')
    await client.releases.schedule({ releaseId: release, publishAt: timeAfter(-1) })
    await until(async () => (await getReleaseState()) === 'published')
  })

  test('counts clock advances from before and after a restart', async () => {
    await addVersion('a', 'a released')
    await client.releases.schedule({ releaseId: release, publishAt: timeAfter(2 * DAY_SECONDS) })
    await advanceClock(DAY_SECONDS)
    cloud = await cloud.restart()
    expect(await getReleaseState()).toBe('scheduled')
    await advanceClock(DAY_SECONDS)
    await until(async () => (await getReleaseState()) === 'published')
  })

  test('becomes active again with the reason when publishing fails', async () => {
    await client.create(createPage('a', 'a'))
    await client.unpublishVersion({ releaseId: release, publishedId: 'a' })
    await client.releases.schedule({ releaseId: release, publishAt: timeAfter(DAY_SECONDS) })
    await client.create({ ...createPage('b', 'b'), next: { _type: 'reference', _ref: 'a' } })
    await advanceClock(DAY_SECONDS + 60)
    await until(async () => (await getReleaseState()) === 'active')
    const { error, publishAt } = (await client.releases.get({ releaseId: release })) ?? {}
    expect([error?.message, publishAt]).toEqual([expect.stringContaining('"a" cannot be deleted'), undefined])
    expect(await fetchTitles('published')).toEqual(['a', 'b'])
  })
})

test('returns the events of a release, newest first, in pages', async () => {
  await addVersion('a', 'a released')
  await client.releases.schedule({ releaseId: release, publishAt: timeAfter(DAY_SECONDS) })
  await client.releases.unschedule({ releaseId: release })
  await client.discardVersion({ releaseId: release, publishedId: 'a' })
  await client.releases.publish({ releaseId: release })
  const readEvents = (query: string) =>
    client.request<{ events: { type: string }[]; nextCursor: string }>({
      url: `/data/history/production/events/releases/${release}?${query}`,
    })
  const types = [
    'publishRelease',
    'discardDocumentFromRelease',
    'unscheduleRelease',
    'scheduleRelease',
    'addDocumentToRelease',
    'createRelease',
  ]
  const { events, nextCursor } = await readEvents('limit=100')
  expect([events.map(({ type }) => type), nextCursor]).toEqual([types, ''])
  const firstPage = await readEvents('limit=4')
  const secondPage = await readEvents(`limit=4&nextCursor=${firstPage.nextCursor}`)
  expect([...firstPage.events, ...secondPage.events].map(({ type }) => type)).toEqual(types)
})

test('the project has the features of releases, scheduled drafts, comments and tasks', async () => {
  expect(await client.request({ url: '/features' })).toEqual(
    expect.arrayContaining(['contentReleases', 'singleDocRelease', 'studioComments', 'sanityTasks']),
  )
  const subscription = await client.request({ url: '/subscriptions/project/local' })
  expect(subscription).toMatchObject({ featureTypes: { retention: { features: [{ attributes: {} }] } } })
  const limits = await client
    .withConfig({ apiVersion: 'vX' })
    .request({ url: '/projects/local/new-content-release-allowed' })
  expect(limits).toMatchObject({ data: { orgActiveReleaseCount: expect.any(Number) } })
})
