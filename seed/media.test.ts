import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { isObject, readDocuments } from '../tests/support/content-variants/documents.ts'

const folder = import.meta.dirname
const filesIn = (name: string): string[] => readdirSync(join(folder, name)).map((file) => `${name}/${file}`)
const mebibyte = 1024 * 1024
const documents = readDocuments()
const referenced = [...JSON.stringify(documents).matchAll(/"_sanityAsset":"(\w+)@file:\/\/\.\/([^"]+)"/g)]
const sizeOf = (file: string): number => statSync(join(folder, file)).size

describe('the media of the seed', () => {
  it('are all there, and none is left over', () => {
    const names = referenced.map(([, , path]) => path)
    expect([...new Set(names)].toSorted()).toEqual([...filesIn('images'), ...filesIn('files')].toSorted())
  })

  it('are referred to as what they are', () => {
    for (const [, kind, path] of referenced) expect(`${path}`.split('/')[0]).toBe(`${kind}s`)
  })

  it('weigh at most 40 MiB together', () => {
    const bytes = [...filesIn('images'), ...filesIn('files')].map((file) => statSync(join(folder, file)).size)
    expect(bytes.reduce((sum, size) => sum + size, 0)).toBeLessThan(40 * mebibyte)
  })
})

describe('the pictures', () => {
  it.each(filesIn('images'))(
    '%s is a picture for the largest screens, at a weight to upload',
    async (file) => {
      expect(await sharp(join(folder, file)).metadata()).toMatchObject({
        format: 'jpeg',
        width: 2400,
        height: 1600,
        isProgressive: true,
      })
      expect(sizeOf(file)).toBeLessThanOrEqual(mebibyte)
    },
  )

  it('are twelve different ones in the gallery', () => {
    const gallery = documents.find(({ _id }) => _id === 'gallery')
    const images = Array.isArray(gallery?.images) ? gallery.images.filter(isObject) : []
    expect(new Set(images.map((image) => image._sanityAsset)).size).toBe(12)
  })
})

describe('the clips', () => {
  it.each(['promo', 'tour'])('%s is a small MP4 that starts to play before it is loaded', (name) => {
    const bytes = readFileSync(join(folder, 'files', `${name}.mp4`))
    expect(bytes.subarray(4, 8).toString('latin1')).toBe('ftyp')
    expect(bytes.length).toBeLessThanOrEqual(400 * 1024)
    expect(bytes.indexOf('moov')).toBeLessThan(bytes.indexOf('mdat'))
    expect(bytes.indexOf('avc1')).toBeGreaterThan(0)
  })

  it.each(['promo', 'tour'])('%s has captions in order that end with the clip', (name) => {
    const captions = readFileSync(join(folder, 'files', `${name}.vtt`), 'utf8')
    expect(captions).toMatch(/^WEBVTT\n\n/)
    const times = [...captions.matchAll(/00:00:(\d\d\.\d{3})/g)].map(([, time]) => Number(time))
    expect(times.length).toBeGreaterThan(3)
    expect(times).toEqual(times.toSorted((one, other) => one - other))
    expect(times.at(-1)).toBe(8)
  })
})
