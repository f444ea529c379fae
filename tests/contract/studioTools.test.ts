import type { SanityClient, SanityDocument } from '@sanity/client'
import { type RunningCloud, startLocalCloud } from 'local-cloud/testing/cloudProcess'
import { createContentLakeClient } from 'local-cloud/testing/contentLakeClient'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { apiVersion } from '@/lib/content/reading/config'
import { convertSrtToVtt, fetchTrack, fetchTrackFormat } from '@/studio/checks/webVtt'
import { listChangedFields } from '@/studio/findChanges'
import { saveReplacements } from '@/studio/tools/find/saveReplacements'
import { buildMutations, type Change, diffDocuments } from '@/studio/tools/siteRestore/changes'
import { readChanges } from '@/studio/tools/siteRestore/history'

vi.setConfig({ hookTimeout: 180_000, testTimeout: 60_000 })

let cloud: RunningCloud
let editor: SanityClient

beforeAll(async () => {
  cloud = await startLocalCloud()
  const client = createContentLakeClient(cloud.contentLakeOrigin, cloud.env.SANITY_API_WRITE_TOKEN)
  editor = client.withConfig({ apiVersion, perspective: 'raw' })
})
afterAll(() => cloud.remove())

describe('restoring the site', () => {
  const types = ['homePage', 'landingPage', 'announcement', 'offer']

  /** Waits, and returns a time that is at least a millisecond after all earlier changes and before all later ones. */
  async function waitForDistinctTime(): Promise<string> {
    const { timestamp } = (await editor.request<{ timestamp: string }>({
      url: '/data/history/production/transactions?reverse=true&limit=1&excludeContent=true',
    })) ?? { timestamp: '' }
    while (new Date().toISOString() <= timestamp) await new Promise((resolve) => setImmediate(resolve))
    const now = new Date().toISOString()
    while (new Date().toISOString() <= now) await new Promise((resolve) => setImmediate(resolve))
    return now
  }

  /** Reads the content of the documents, drafts included. */
  const readContents = () =>
    editor.fetch('*[_type in $types] | order(_id) {_id, title, sections, _type}', { types })

  beforeEach(async () => {
    await editor.delete({ query: '*[_type in $types]', params: { types } })
    await editor
      .transaction()
      .create({ _id: 'homePage', _type: 'homePage', title: 'Home', sections: [{ _key: 'a', text: 'First' }] })
      .create({ _id: 'autumnPage', _type: 'landingPage', title: 'Autumn' })
      .create({ _id: 'offer', _type: 'offer', title: 'Offer' })
      .create({ _id: 'drafts.offer', _type: 'offer', title: 'A draft' })
      .commit()
  })

  const readPublished = () =>
    editor.fetch<SanityDocument[]>('*[_type in $types && _id in path("*")]', { types })
  const readChangesSince = async (time: string) =>
    (await readChanges(editor, time, types, await readPublished())) ?? []

  const restoreDocuments = (changes: readonly Change[]) => editor.mutate(buildMutations(changes))

  const listChanges = async (time: string) =>
    (await readChangesSince(time)).map(({ id, current, past }) => [
      id,
      past ? (current ? 'changed' : 'recreated') : 'deleted',
      listChangedFields(current, past).join(),
    ])

  test('changes, deletions and additions are reverted, and the restore can be undone', async () => {
    const timeBefore = await waitForDistinctTime()
    const contentsBefore = await readContents()
    await editor.patch('homePage').set({ title: 'Another' }).commit()
    await editor.patch('homePage').set({ 'sections[_key=="a"].text': 'Second' }).commit()
    await editor.delete('autumnPage')
    await editor.create({ _id: 'banner', _type: 'announcement', title: 'New' })
    await editor.create({ _id: 'other', _type: 'somethingElse', title: 'Not part of the site' })
    const contentsAfter = await readContents()

    expect(await listChanges(timeBefore)).toEqual([
      ['autumnPage', 'recreated', expect.stringContaining('title')],
      ['banner', 'deleted', expect.stringContaining('title')],
      ['homePage', 'changed', 'title,sections'],
    ])
    const changes = await readChangesSince(timeBefore)
    await restoreDocuments(changes)
    expect(await readContents()).toEqual(contentsBefore)
    expect(await editor.getDocument('other')).toMatchObject({ title: 'Not part of the site' })

    await restoreDocuments(
      diffDocuments(
        (await readPublished()).filter(({ _id }) => changes.some(({ id }) => id === _id)),
        changes.flatMap(({ current }) => current ?? []),
      ),
    )
    expect(await readContents()).toEqual(contentsAfter)
  })

  test('only the selection is restored, in one transaction, and drafts are unchanged', async () => {
    const timeBefore = await waitForDistinctTime()
    await editor.patch('homePage').set({ title: 'Another' }).commit()
    await editor.patch('offer').set({ title: 'Dearer' }).commit()
    await editor.delete('autumnPage')
    const changes = await readChangesSince(timeBefore)
    await restoreDocuments(changes.filter(({ id }) => id !== 'offer'))
    const documents = await editor.fetch('*[_type in $types]{_id, _rev, title}', { types })
    expect(documents).toContainEqual(expect.objectContaining({ _id: 'offer', title: 'Dearer' }))
    expect(documents).toContainEqual(expect.objectContaining({ _id: 'drafts.offer', title: 'A draft' }))
    const restoredDocuments = documents.filter(({ _id }: { _id: string }) =>
      ['homePage', 'autumnPage'].includes(_id),
    )
    expect(new Set(restoredDocuments.map(({ _rev }: { _rev: string }) => _rev)).size).toBe(1)
  })

  test('a restore is refused if an editor has changed one of its documents since the preview', async () => {
    const timeBefore = await waitForDistinctTime()
    await editor.patch('homePage').set({ title: 'Another' }).commit()
    await editor.delete('autumnPage')
    const changes = await readChangesSince(timeBefore)
    await editor.patch('homePage').set({ title: 'Changed by another editor' }).commit()
    const contentsAfter = await readContents()
    await expect(restoreDocuments(changes)).rejects.toMatchObject({ statusCode: 409 })
    expect(await readContents()).toEqual(contentsAfter)
  })

  test('a time before the history begins is refused, since restoring to it would delete every document', async () => {
    const importedDocument = {
      _id: 'banner',
      _type: 'announcement',
      title: 'Imported',
      _createdAt: '2020-01-01T00:00:00Z',
    }
    await editor.create(importedDocument)
    expect(await readChanges(editor, '2021-01-01T00:00:00.000Z', types, await readPublished())).toBeNull()
  })

  test('a document that was not published at the chosen time is listed as a deletion', async () => {
    const [publishedId, draftId] = ['banner', 'drafts.banner']
    const publish = () =>
      editor.action({ actionType: 'sanity.action.document.publish', publishedId, draftId })
    await editor.create({
      _id: draftId,
      _type: 'announcement',
      title: 'New',
      _createdAt: '2026-01-01T00:00:00Z',
    })
    const whileDraft = await waitForDistinctTime()
    await publish()
    expect(await listChanges(whileDraft)).toEqual([['banner', 'deleted', expect.stringContaining('title')]])
    await editor.action({ actionType: 'sanity.action.document.unpublish', publishedId, draftId })
    const whileUnpublished = await waitForDistinctTime()
    await publish()
    expect(await listChanges(whileUnpublished)).toEqual([
      ['banner', 'deleted', expect.stringContaining('title')],
    ])
  })
})

describe('Find and text tracks', () => {
  beforeEach(async () => {
    await editor.delete({ query: '*[_type in ["aboutPage", "homePage"]]' })
    await editor
      .transaction()
      .create({ _id: 'aboutPage', _type: 'aboutPage', sections: [{ _key: 'a', heading: 'One room' }] })
      .create({ _id: 'homePage', _type: 'homePage', sections: [] })
      .create({
        _id: 'drafts.homePage',
        _type: 'homePage',
        sections: [{ _key: 'b', heading: 'A draft room' }],
      })
      .commit()
  })

  const fetchDocument = (id: string) => editor.fetch<unknown>('*[_id == $id][0]', { id })

  test('Find saves replacements as drafts that are based on each document’s latest version', async () => {
    const headings: unknown[] = []
    const ids = ['aboutPage', 'homePage', 'missingPage']
    const savedIds = await saveReplacements(editor, ids, (document) => {
      headings.push(Object(document.sections)[0]?.heading)
      const _key = document._type === 'aboutPage' ? 'a' : 'b'
      return [{ path: ['sections', { _key }, 'heading'], text: 'Two rooms' }]
    })
    expect(savedIds).toEqual(['aboutPage', 'homePage'])
    expect(headings).toEqual(['One room', 'A draft room'])
    expect(await fetchDocument('drafts.aboutPage')).toMatchObject({ sections: [{ heading: 'Two rooms' }] })
    expect(await fetchDocument('drafts.homePage')).toMatchObject({ sections: [{ heading: 'Two rooms' }] })
    expect(await fetchDocument('aboutPage')).toMatchObject({ sections: [{ heading: 'One room' }] })
    expect(await saveReplacements(editor, ids, () => [])).toEqual([])
  })

  test('an SRT file with the extension .vtt is recognized and converted', async () => {
    const upload = (text: string) =>
      editor.assets.upload('file', Buffer.from(text), { filename: 'tour.vtt', contentType: 'text/vtt' })
    const srt = await upload('1\n00:00:00,000 --> 00:00:02,000\nHello\n')
    expect(await fetchTrackFormat(editor, srt._id)).toBe('srt')
    const { name, text } = await fetchTrack(editor, srt._id)
    expect(name).toBe('tour.vtt')
    expect(await fetchTrackFormat(editor, (await upload(convertSrtToVtt(text)))._id)).toBe('vtt')
  })
})
