import { createHash } from 'node:crypto'
import { existsSync, readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { UploadClientConfig } from '@sanity/client'
import { createImageUrlBuilder } from '@sanity/image-url'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  bearer,
  sendRawRequest,
  startTestCloud,
  type TestCloud,
  until,
} from '../../tests/support/testCloud.ts'

let cloud: TestCloud
let photo: Buffer
beforeAll(async () => {
  cloud = await startTestCloud()
  // The photo is red on the left and blue on the right, to distinguish crops.
  const halfSize = { width: 100, height: 100, channels: 3 as const }
  const blue = await sharp({ create: { ...halfSize, background: '#0000ff' } })
    .png()
    .toBuffer()
  photo = await sharp({ create: { ...halfSize, width: 200, background: '#ff0000' } })
    .composite([{ input: blue, left: 100, top: 0 }])
    .jpeg({ quality: 95 })
    .toBuffer()
})
afterAll(() => cloud.dispose())

function upload(kind: 'images' | 'files', body: Buffer, query = '', headers: Record<string, string> = {}) {
  return sendRawRequest(`${cloud.api}/assets/${kind}/production?${query}`, {
    method: 'POST',
    headers: { ...bearer(cloud.env.SANITY_API_WRITE_TOKEN), ...headers },
    body,
  })
}

const createClient = () => cloud.client(cloud.env.SANITY_API_WRITE_TOKEN)
const uploadImage = (image: Buffer, options?: UploadClientConfig) =>
  createClient().assets.upload('image', image, options)

async function fetchImage(url: string, accept = '*/*') {
  const response = await fetch(url, { headers: { accept } })
  return { response, image: sharp(Buffer.from(await response.arrayBuffer())) }
}

describe('image assets', () => {
  test('creates a document with the documented id and metadata', async () => {
    const document = await uploadImage(photo, { filename: 'Team photo.JPG' })
    const sha1 = createHash('sha1').update(photo).digest('hex')
    expect(document).toMatchObject({
      _id: `image-${sha1}-200x100-jpg`,
      _type: 'sanity.imageAsset',
      assetId: sha1,
      sha1hash: sha1,
      extension: 'jpg',
      mimeType: 'image/jpeg',
      size: photo.length,
      originalFilename: 'Team photo.JPG',
      path: `images/local/production/${sha1}-200x100.jpg`,
      url: `${cloud.env.NEXT_PUBLIC_SANITY_API_HOST}/images/local/production/${sha1}-200x100.jpg`,
      metadata: { dimensions: { width: 200, height: 100, aspectRatio: 2 }, hasAlpha: false, isOpaque: true },
    })
    expect(document.metadata.lqip).toMatch(/^data:image\/jpeg;base64,/)
    expect(document.metadata.palette?.dominant?.background).toMatch(/^#(f[0-9a-f]|0[0-9a-f])/)
    expect(
      await createClient().fetch('*[_type == "sanity.imageAsset" && sha1hash == $sha1][0]._id', { sha1 }),
    ).toBe(document._id)
  })

  test('creates one document for two uploads of the same image', async () => {
    const firstUpload = await uploadImage(photo)
    expect(await uploadImage(photo)).toEqual(firstUpload)
  })

  test('serves an image unchanged with an immutable cache policy, even after a restart', async () => {
    const { url, _id } = await uploadImage(photo)
    cloud = await cloud.restart()
    const response = await fetch(url)
    expect(Buffer.from(await response.arrayBuffer()).equals(photo)).toBe(true)
    expect(response.headers.get('cache-control')).toContain('immutable')
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
    const etag = response.headers.get('etag') ?? ''
    expect((await sendRawRequest(url, { headers: { 'if-none-match': etag } })).status).toBe(304)
    const head = await sendRawRequest(url, { method: 'HEAD' })
    expect([head.status, head.headers['content-length'], head.body]).toEqual([200, String(photo.length), ''])
    expect(await createClient().fetch('defined(*[_id == $_id][0])', { _id })).toBe(true)
  })

  test('deletes an image’s file and renditions when its document is deleted', async () => {
    const bytes = await sharp(photo).rotate(90).png().toBuffer()
    const document = await uploadImage(bytes)
    expect((await fetch(`${document.url}?w=10`)).status).toBe(200)
    await createClient().delete(document._id)
    expect((await fetch(document.url)).status).toBe(404)
    expect((await fetch(`${document.url}?w=10`)).status).toBe(404)
    const file = join(cloud.config.dataDir, 'content-lake/assets/production/images', basename(document.url))
    await until(() => !existsSync(file))
  })
})

describe('renditions', () => {
  async function readCenterColor(query: string) {
    const { url } = await uploadImage(photo)
    const { image } = await fetchImage(`${url}?${query}`)
    const { data, info } = await image.removeAlpha().raw().toBuffer({ resolveWithObject: true })
    const middle = (Math.floor(info.height / 2) * info.width + Math.floor(info.width / 2)) * 3
    const [red = 0, , blue = 0] = data.subarray(middle, middle + 3)
    return {
      width: info.width,
      height: info.height,
      color: red > 200 ? 'red' : blue > 200 ? 'blue' : 'other',
    }
  }

  test.each([
    ['rect=0,0,100,100&w=40', 'red'],
    ['rect=100,0,100,100&w=40&h=40&fit=crop', 'blue'],
    ['rect=-50,0,150,100&h=40&fit=max', 'red'],
  ])('%s shows the %s part of an image', async (query, color) => {
    expect(await readCenterColor(query)).toEqual({ width: 40, height: 40, color })
  })

  test.each([
    ['w=100&h=100', 100, 50],
    ['w=40&h=40&fit=crop', 40, 40],
    ['w=20&dpr=2', 40, 20],
    ['w=400', 400, 200],
    ['w=400&fit=max', 200, 100],
    ['h=50', 100, 50],
  ])('%s renders an image of %i by %i pixels', async (query, width, height) => {
    expect(await readCenterColor(query)).toMatchObject({ width, height })
  })

  test.each([
    ['fm=png', 'image/png', 'png'],
    ['fm=webp', 'image/webp', 'webp'],
    ['fm=avif', 'image/avif', 'heif'],
    ['auto=format', 'image/webp', 'webp'],
  ])('%s renders an image of type %s for a browser that accepts WebP', async (query, type, format) => {
    const { url } = await uploadImage(photo)
    const { response, image } = await fetchImage(`${url}?w=20&${query}`, 'image/webp,*/*')
    expect(response.headers.get('content-type')).toBe(type)
    expect((await image.metadata()).format).toBe(format)
    if (query === 'auto=format') expect(response.headers.get('vary')).toContain('Accept')
  })

  test('a URL from @sanity/image-url shows the hotspot', async () => {
    const asset = await uploadImage(photo)
    const baseUrl = cloud.env.NEXT_PUBLIC_SANITY_API_HOST
    const hotspot = { x: 0.9, y: 0.5, width: 0.1, height: 0.1 }
    const crop = { left: 0.1, right: 0, top: 0.1, bottom: 0.1 }
    const url = createImageUrlBuilder({ baseUrl, projectId: 'local', dataset: 'production' })
      .image({ asset: { _ref: asset._id }, hotspot, crop })
      .width(40)
      .height(40)
      .fit('crop')
      .auto('format')
      .quality(75)
      .url()
    expect(await readCenterColor(new URL(url).search.slice(1))).toEqual({
      width: 40,
      height: 40,
      color: 'blue',
    })
  })

  test('returns 400 for a parameter out of bounds, and 501 for an unsupported one', async () => {
    const { url } = await uploadImage(photo)
    const response = await sendRawRequest(`${url}?w=-1`)
    expect(response.status).toBe(400)
    expect(JSON.parse(response.body)).toMatchObject({ statusCode: 400, error: 'Bad Request' })
    expect((await sendRawRequest(`${url}?blur=5`)).status).toBe(501)
  })
})

describe('the asset API', () => {
  test('rejects uploads without a token and from viewers', async () => {
    const url = `${cloud.api}/assets/images/production`
    expect((await sendRawRequest(url, { method: 'POST', body: photo })).status).toBe(401)
    const headers = bearer(cloud.env.SANITY_API_READ_TOKEN)
    expect((await sendRawRequest(url, { method: 'POST', body: photo, headers })).status).toBe(403)
  })

  test.each([
    ['text', Buffer.from('hello')],
    ['an empty body', Buffer.alloc(0)],
    ['an HTML page', Buffer.from('<html><script>alert(1)</script></html>')],
    ['an incomplete image', Buffer.from('/9j/4AAQSkZJRg==', 'base64')],
  ])('rejects %s as an image', async (_name, body) => {
    expect((await upload('images', body, 'filename=a.jpg', { 'content-type': 'image/jpeg' })).status).toBe(
      400,
    )
  })

  test('rejects an SVG that is sent as a bitmap', async () => {
    const svg = Buffer.from(
      '<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"><script>1</script></svg>',
    )
    expect((await upload('images', svg, '', { 'content-type': 'image/png' })).status).toBe(400)
  })

  test('rejects path traversal', async () => {
    for (const path of ['..%2f..%2fcloud.env', '%2e%2e/%2e%2e/cloud.env', '..%5ccloud.env']) {
      const response = await sendRawRequest(
        `${cloud.env.NEXT_PUBLIC_SANITY_API_HOST}/files/local/production/${path}`,
      )
      expect([404, 501]).toContain(response.status)
      expect(response.body).not.toContain('TOKEN')
    }
  })

  test('deletes the file of a rejected upload', async () => {
    await upload('images', Buffer.from('hello'))
    expect(readdirSync(join(cloud.config.dataDir, 'content-lake/assets/~incoming'))).toEqual([])
  })
})

test('serves an SVG unchanged in a sandbox, and renders it as PNG with fm=png', async () => {
  const svg = Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" width="20" height="10"><rect width="20" height="10"/></svg>',
  )
  const { url, metadata } = await uploadImage(svg, {
    filename: 'a.svg',
    contentType: 'image/svg+xml',
  })
  expect(metadata.dimensions).toMatchObject({ width: 20, height: 10 })
  const original = await sendRawRequest(`${url}?w=500`)
  expect(original.headers['content-type']).toBe('image/svg+xml')
  expect(original.headers['content-security-policy']).toMatch(/default-src 'none'.*sandbox/)
  expect(original.body).toBe(svg.toString())
  const { image } = await fetchImage(`${url}?w=40&fm=png`)
  expect(await image.metadata()).toMatchObject({ format: 'png', width: 40, height: 20 })
})

describe('files', () => {
  test('serves ranges of a file, for video players', async () => {
    const video = Buffer.concat([Buffer.from('000000186674797069736f6d', 'hex'), Buffer.alloc(5000, 7)])
    const { url, _id, mimeType } = await createClient().assets.upload('file', video, {
      filename: 'promo.mp4',
    })
    expect(_id).toBe(`file-${createHash('sha1').update(video).digest('hex')}-mp4`)
    expect(mimeType).toBe('video/mp4')
    const rangeResponse = await sendRawRequest(url, { headers: { range: 'bytes=4-7' } })
    expect([rangeResponse.status, rangeResponse.body]).toEqual([206, 'ftyp'])
    expect(rangeResponse.headers['content-range']).toBe(`bytes 4-7/${video.length}`)
    expect((await sendRawRequest(url, { headers: { range: 'bytes=99999-' } })).status).toBe(416)
    const response = await fetch(url)
    expect((await response.arrayBuffer()).byteLength).toBe(video.length)
    expect(response.headers.get('accept-ranges')).toBe('bytes')
  })
})
