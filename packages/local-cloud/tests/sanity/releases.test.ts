import type { SanityClient } from '@sanity/client'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { bearer, raw, startTestCloud, type TestCloud, until } from '../support/testCloud.ts'
import { refusal } from './support.ts'

const DAY = 24 * 3600

let cloud: TestCloud
let client: SanityClient
let release: string
let count = 0

beforeAll(async () => {
  cloud = await startTestCloud()
})
afterAll(() => cloud.dispose())
beforeEach(async () => {
  client = cloud.client(cloud.env.SANITY_API_WRITE_TOKEN).withConfig({ perspective: 'raw', maxRetries: 0 })
  release = `r${++count}`
  const scheduled = await client.fetch<string[]>('*[_type == "system.release" && state == "scheduled"].name')
  for (const releaseId of scheduled) await client.releases.unschedule({ releaseId })
  await client.delete({ query: '*[_type == "page"]' })
  await client.releases.create({
    releaseId: release,
    metadata: { title: 'Spring', releaseType: 'scheduled' },
  })
})

const page = (_id: string, title: string) => ({ _id, _type: 'page', title })
const titles = (perspective: string[] | 'published') =>
  client.fetch<string[]>('*[_type == "page"] | order(title).title', {}, { perspective })

/** Adds a version to the release. */
function add(publishedId: string, title: string): Promise<unknown> {
  return client.createVersion({
    publishedId,
    releaseId: release,
    document: page(`versions.${release}.${publishedId}`, title),
  })
}

/** A future time, as the Studio sends it. */
function inSeconds(seconds: number): string {
  return new Date(Date.now() + seconds * 1000).toISOString()
}

async function advance(seconds: number): Promise<void> {
  const body = JSON.stringify({ advanceSeconds: seconds })
  const headers = bearer(cloud.env.LOCAL_CONTROL_TOKEN)
  const { status } = await raw(`${cloud.console}/_control/clock`, { method: 'POST', headers, body })
  expect(status).toBe(200)
}

const getReleaseState = async () => (await client.releases.get({ releaseId: release }))?.state

describe('a release', () => {
  test('is a document with a name, a state and metadata, for members only', async () => {
    expect(await client.releases.get({ releaseId: release })).toMatchObject({
      _id: `_.releases.${release}`,
      _type: 'system.release',
      name: release,
      state: 'active',
      metadata: { title: 'Spring', releaseType: 'scheduled' },
    })
    expect(await cloud.client().releases.get({ releaseId: release })).toBeUndefined()
    const all = await client.fetch<{ name: string }[]>('releases::all()[state == "active"]{name}')
    expect(all.map(({ name }) => name)).toContain(release)
  })

  test('rejects edits of anything but metadata, and mutations', async () => {
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
    for (const call of refused) expect(await refusal(call())).toMatchObject({ status: 400 })
    expect(await refusal(client.releases.create({ releaseId: release }))).toMatchObject({ status: 409 })
  })

  test('is created and published by editors only', async () => {
    const viewer = cloud.client(cloud.env.SANITY_API_READ_TOKEN)
    const refused = [
      () => viewer.releases.create({ releaseId: 'other' }),
      () => viewer.releases.publish({ releaseId: release }),
      () => viewer.createVersion({ publishedId: 'a', releaseId: release, document: { _type: 'page' } }),
      // The Studio's check before it offers the action.
      () => viewer.releases.create({ releaseId: 'other' }, { dryRun: true }),
    ]
    for (const call of refused) {
      expect(await refusal(call())).toMatchObject({
        status: 403,
        body: { error: { type: 'insufficientPermissionsError' } },
      })
    }
  })
})

describe('stacked perspectives', () => {
  test('overlay releases in order, then drafts, then published documents', async () => {
    await client.create(page('a', 'a published'))
    await client.create(page('b', 'b published'))
    await client.create(page('c', 'c published'))
    await client.create(page('drafts.b', 'b draft'))
    await client.create(page('drafts.c', 'c draft'))
    await add('c', 'c released')
    expect(await titles([release, 'drafts'])).toEqual(['a published', 'b draft', 'c released'])
    expect(await titles([release])).toEqual(['a published', 'b published', 'c released'])
    await client.releases.create({ releaseId: `${release}later` })
    await client.createVersion({
      publishedId: 'c',
      releaseId: `${release}later`,
      document: page(`versions.${release}later.c`, 'c later'),
    })
    expect(await titles([`${release}later`, release])).toContain('c later')
    expect(await titles([release, `${release}later`])).toContain('c released')
    expect(await titles('published')).toEqual(['a published', 'b published', 'c published'])
  })

  test('hide documents that a release unpublishes', async () => {
    await client.create(page('a', 'a published'))
    await client.unpublishVersion({ releaseId: release, publishedId: 'a' })
    expect(await titles([release])).toEqual([])
    expect(await titles('published')).toEqual(['a published'])
    expect(
      await refusal(client.unpublishVersion({ releaseId: release, publishedId: 'nothing' })),
    ).toMatchObject({ status: 409 })
  })
})

describe('publishing a release', () => {
  test('publishes and unpublishes its documents in one transaction, without drafts', async () => {
    await client.create(page('a', 'a'))
    await client.create(page('drafts.a', 'a draft'))
    await client.create(page('b', 'b'))
    await client.createVersion({ publishedId: 'a', releaseId: release, baseId: 'a' })
    await client.patch(`versions.${release}.a`).set({ title: 'a released' }).commit()
    await client.unpublishVersion({ releaseId: release, publishedId: 'b' })
    await add('c', 'c released')

    const { transactionId } = await client.releases.publish({ releaseId: release })
    const after = await client.fetch<{ _id: string; _rev: string; title: string }[]>(
      '*[_type == "page"] | order(_id){_id, _rev, title, _system}',
    )
    expect(after).toEqual([
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

  test('fails when a document would refer to a missing one', async () => {
    await add('a', 'a released')
    await client
      .patch(`versions.${release}.a`)
      .set({ next: { _ref: 'b', _weak: true, _strengthenOnPublish: { type: 'page' } } })
      .commit()
    expect(await refusal(client.releases.publish({ releaseId: release }))).toMatchObject({ status: 409 })
    expect(await getReleaseState()).toBe('active')
    expect(await titles('published')).toEqual([])
    await add('b', 'b released')
    await client.releases.publish({ releaseId: release })
    expect(await titles('published')).toEqual(['a released', 'b released'])
  })

  test('can be reverted from the history, as the Studio does', async () => {
    await client.create(page('a', 'a before'))
    await add('a', 'a released')
    await add('new', 'new released')
    const { transactionId } = await client.releases.publish({ releaseId: release })
    const ids = ['a', 'new'].map((id) => `versions.${release}.${id}`)
    const { documents } = await client.request<{ documents: { _id: string; _rev: string }[] }>({
      url: `/data/history/production/documents/${ids.join(',')}?lastRevision=true`,
    })
    expect(documents.map(({ _id, _rev }) => [_id, _rev])).toEqual(ids.map((id) => [id, transactionId]))

    const revert = `${release}revert`
    await client.releases.create({ releaseId: revert })
    const { documents: earlier } = await client.request<{ documents: { title: string }[] }>({
      url: `/data/history/production/documents/a?revision=${(await readTransactions('a')).at(-2)}`,
    })
    expect(earlier).toMatchObject([{ title: 'a before' }])
    await client.action([
      {
        actionType: 'sanity.action.document.version.create',
        publishedId: 'a',
        document: page(`versions.${revert}.a`, 'a before'),
      },
      {
        actionType: 'sanity.action.document.version.create',
        publishedId: 'new',
        document: { ...page(`versions.${revert}.new`, ''), _system: { delete: true } },
      },
    ])
    await client.releases.publish({ releaseId: revert })
    expect(await titles('published')).toEqual(['a before'])
  })
})

async function readTransactions(id: string): Promise<string[]> {
  const url = `${cloud.api}/data/history/production/transactions/${id}?excludeContent=true`
  const { body } = await raw(url, { headers: bearer(cloud.env.SANITY_API_WRITE_TOKEN) })
  return body
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line).id)
}

test.each(['v1', 'v2024-12-31'])('releases are rejected by API version %s', async (version) => {
  const post = (apiVersion: string) =>
    raw(`${cloud.env.NEXT_PUBLIC_SANITY_API_HOST}/${apiVersion}/data/actions/production`, {
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

describe('archiving', () => {
  test('removes the versions, unarchiving restores them, and an archived release can be deleted', async () => {
    await add('a', 'a released')
    expect(await refusal(client.releases.delete({ releaseId: release }))).toMatchObject({ status: 409 })
    await client.releases.archive({ releaseId: release })
    expect(await titles([release])).toEqual([])
    expect(await refusal(add('b', 'b'))).toMatchObject({ status: 409 })
    await client.releases.unarchive({ releaseId: release })
    expect(await titles([release])).toEqual(['a released'])
    await client.releases.archive({ releaseId: release })
    await client.releases.delete({ releaseId: release })
    expect(await client.releases.get({ releaseId: release })).toBeUndefined()
  })
})

describe('a scheduled release', () => {
  test('is locked until it is unscheduled', async () => {
    await client.create(page('target', 'target'))
    await add('a', 'a released')
    await client
      .patch(`versions.${release}.a`)
      .set({ next: { _ref: 'target', _weak: true, _strengthenOnPublish: { type: 'page' } } })
      .commit()
    const publishAt = inSeconds(DAY)
    await client.releases.schedule({ releaseId: release, publishAt })
    expect(await client.releases.get({ releaseId: release })).toMatchObject({ state: 'scheduled', publishAt })
    const refused = [
      () => client.patch(`versions.${release}.a`).set({ title: 'x' }).commit(),
      () => client.delete(`versions.${release}.a`),
      () => client.discardVersion({ releaseId: release, publishedId: 'a' }),
      () => add('b', 'b released'),
      () => client.releases.publish({ releaseId: release }),
      () => client.releases.archive({ releaseId: release }),
    ]
    for (const call of refused) expect(await refusal(call())).toMatchObject({ status: 409 })
    await client.releases.unschedule({ releaseId: release })
    const { publishAt: time, state } = (await client.releases.get({ releaseId: release })) ?? {}
    expect([time, state]).toEqual([undefined, 'active'])
    await client.patch(`versions.${release}.a`).set({ title: 'b released' }).commit()
  })

  test('is published when the console advances the clock to its time', async () => {
    await add('a', 'a released')
    await client.releases.schedule({ releaseId: release, publishAt: inSeconds(DAY) })
    await advance(DAY - 60)
    expect(await getReleaseState()).toBe('scheduled')
    await advance(120)
    await until(async () => (await getReleaseState()) === 'published')
    expect(await titles('published')).toEqual(['a released'])
    const { events } = await client.request<{ events: { a: { publishCause: string }[] } }>({
      url: '/data/history/production/events/documents/a',
    })
    expect(events.a[0]).toMatchObject({ publishCause: 'release.schedule', releaseId: release })
  })

  test('ignores how far the clock was advanced before it was scheduled', async () => {
    await advance(10 * DAY)
    await add('a', 'a released')
    await client.releases.schedule({ releaseId: release, publishAt: inSeconds(DAY) })
    expect(await getReleaseState()).toBe('scheduled')
    await client.releases.schedule({ releaseId: release, publishAt: inSeconds(-1) })
    await until(async () => (await getReleaseState()) === 'published')
  })

  test('is published after a restart when its time has passed', async () => {
    await add('a', 'a released')
    await client.releases.schedule({ releaseId: release, publishAt: inSeconds(2 * DAY) })
    await advance(DAY)
    cloud = await cloud.restart()
    expect(await getReleaseState()).toBe('scheduled')
    await advance(DAY)
    await until(async () => (await getReleaseState()) === 'published')
  })

  test('becomes active again with the reason when publishing fails', async () => {
    await client.create(page('a', 'a'))
    await client.unpublishVersion({ releaseId: release, publishedId: 'a' })
    await client.releases.schedule({ releaseId: release, publishAt: inSeconds(DAY) })
    await client.create({ ...page('b', 'b'), next: { _type: 'reference', _ref: 'a' } })
    await advance(DAY + 60)
    await until(async () => (await getReleaseState()) === 'active')
    const { error, publishAt } = (await client.releases.get({ releaseId: release })) ?? {}
    expect([error?.message, publishAt]).toEqual([expect.stringContaining('"a" cannot be deleted'), undefined])
    expect(await titles('published')).toEqual(['a', 'b'])
  })
})

test('returns the events of a release, newest first, in pages', async () => {
  await add('a', 'a released')
  await client.releases.schedule({ releaseId: release, publishAt: inSeconds(DAY) })
  await client.releases.unschedule({ releaseId: release })
  await client.discardVersion({ releaseId: release, publishedId: 'a' })
  await client.releases.publish({ releaseId: release })
  const read = (query: string) =>
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
  const { events, nextCursor } = await read('limit=100')
  expect([events.map(({ type }) => type), nextCursor]).toEqual([types, ''])
  const first = await read('limit=4')
  const rest = await read(`limit=4&nextCursor=${first.nextCursor}`)
  expect([...first.events, ...rest.events].map(({ type }) => type)).toEqual(types)
})

test('the plan of the project contains releases and scheduled drafts', async () => {
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
