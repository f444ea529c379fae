import { afterAll, beforeAll, expect, test } from 'vitest'
import { type RunningCloud, startLocalCloud } from '../../testing/cloudProcess.ts'
import { createWriter } from './support.ts'

let cloud: RunningCloud
beforeAll(async () => {
  cloud = await startLocalCloud()
})
afterAll(() => cloud.remove())

const listing = `{
  "items": *[
    _type in ["sanity.imageAsset"] && !(_id in path("drafts.**"))
    && [_id, altText, assetId, creditLine, description, originalFilename, title, url] match '*desk*'
    && references(*[_type == "media.tag" && name.current == $name]._id)
  ] { _id, metadata { dimensions, exif, isOpaque }, opt { media }, originalFilename, source { name, id }, } | order(_updatedAt desc) [0...100],
}`
const folders = `{
  "folders": *[_type == "media.folder" && !(_id in path("drafts.**"))] {
    _id, name, "parentId": parent._ref,
    "count": count(*[_type in ["sanity.imageAsset"] && opt.media.folder._ref == ^._id])
  },
  "unfiledCount": count(*[_type in ["sanity.imageAsset"] && !defined(opt.media.folder._ref)])
}`

test('serves every kind of request that sanity-plugin-media sends', async () => {
  const client = createWriter(cloud).withConfig({ apiVersion: '2025-10-02' })
  const picture = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  )
  const asset = await client.assets.upload('image', picture, {
    filename: 'desk.png',
    extract: ['blurhash', 'exif', 'image', 'location', 'lqip', 'palette'],
  })
  const tag = await client.create({ _type: 'media.tag', name: { _type: 'slug', current: 'room' } })
  const folder = await client.create({ _type: 'media.folder', name: 'Studio' })
  const reference = { _key: 'a', _type: 'reference', _ref: tag._id, _weak: true }
  await client
    .patch(asset._id)
    .setIfMissing({ opt: {} })
    .setIfMissing({ 'opt.media': {} })
    .setIfMissing({ 'opt.media.tags': [] })
    .append('opt.media.tags', [reference])
    .set({ 'opt.media.folder': { _type: 'reference', _ref: folder._id, _weak: true } })
    .commit()
  expect(await client.fetch(listing, { name: 'room' })).toMatchObject({
    items: [{ _id: asset._id, originalFilename: 'desk.png', opt: { media: { tags: [reference] } } }],
  })
  expect(await client.fetch(listing, { name: 'garden' })).toEqual({ items: [] })
  expect(await client.fetch(folders)).toEqual({
    folders: [{ _id: folder._id, name: 'Studio', parentId: null, count: 1 }],
    unfiledCount: 0,
  })
  const page = await client.create({
    _type: 'page',
    picture: { asset: { _type: 'reference', _ref: asset._id } },
  })
  expect(await client.fetch('*[references($id)]', { id: asset._id })).toMatchObject([{ _id: page._id }])
  await client.delete(page._id)
  await client.delete({ query: `*[_id in ${JSON.stringify([asset._id])}]` })
  expect(await client.fetch('*[_id == $id]', { id: asset._id })).toEqual([])
})
