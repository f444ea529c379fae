import type { SanityClient } from '@sanity/client'
import { type RunningCloud, startLocalCloud } from 'local-cloud/testing/cloudProcess'
import { createContentLakeClient } from 'local-cloud/testing/contentLakeClient'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { apiVersion } from '@/lib/content/reading/config'
import { convertSrtToVtt, fetchTrack, fetchTrackFormat } from '@/studio/checks/webVtt'
import { saveReplacements } from '@/studio/tools/find/saveReplacements'
import { draftRedirects } from '@/studio/tools/siteRestore/history'

vi.setConfig({ hookTimeout: 180_000, testTimeout: 60_000 })

let cloud: RunningCloud
let editor: SanityClient

beforeAll(async () => {
  cloud = await startLocalCloud()
  const client = createContentLakeClient(cloud.contentLakeOrigin, cloud.env.SANITY_API_WRITE_TOKEN)
  editor = client.withConfig({ apiVersion, perspective: 'raw' })
})
afterAll(() => cloud.remove())

const redirect = { _key: 'a', _type: 'redirect', from: '/old', to: '/about' }
beforeEach(async () => {
  await editor.delete({ query: '*[_type in ["aboutPage", "homePage", "redirects"]]' })
  await editor
    .transaction()
    .create({ _id: 'aboutPage', _type: 'aboutPage', sections: [{ _key: 'a', heading: 'One room' }] })
    .create({ _id: 'homePage', _type: 'homePage', sections: [] })
    .create({ _id: 'drafts.homePage', _type: 'homePage', sections: [{ _key: 'b', heading: 'A draft room' }] })
    .create({ _id: 'redirects', _type: 'redirects', rules: [redirect] })
    .commit()
})

const fetchDocument = (id: string) => editor.fetch<unknown>('*[_id == $id][0]', { id })

test('Find saves replacements as drafts, in the latest version of each document', async () => {
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

test('redirects of deleted pages are added to a draft, after those that are there', async () => {
  await draftRedirects(editor, ['/coaches'])
  await draftRedirects(editor, ['/teams'])
  expect(await fetchDocument('drafts.redirects')).toMatchObject({
    rules: [redirect, { from: '/coaches', to: '/', status: '301' }, { from: '/teams', to: '/' }],
  })
  expect(await fetchDocument('redirects')).toMatchObject({ rules: [redirect] })
  await draftRedirects(editor, ['/coaches'])
  expect(await fetchDocument('drafts.redirects')).toMatchObject({ rules: { length: 3 } })
})

test('an SRT file with the name of a WebVTT file is recognized and converted', async () => {
  const upload = (text: string) =>
    editor.assets.upload('file', Buffer.from(text), { filename: 'tour.vtt', contentType: 'text/vtt' })
  const srt = await upload('1\n00:00:00,000 --> 00:00:02,000\nHello\n')
  expect(await fetchTrackFormat(editor, srt._id)).toBe('srt')
  const { name, text } = await fetchTrack(editor, srt._id)
  expect(name).toBe('tour.vtt')
  expect(await fetchTrackFormat(editor, (await upload(convertSrtToVtt(text)))._id)).toBe('vtt')
})
