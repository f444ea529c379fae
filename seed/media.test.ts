import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { isObject, readDocuments } from '../tests/support/documents.ts'

const folder = import.meta.dirname
const mebibyte = 1024 * 1024
const documents = readDocuments()
const listFiles = (name: string): string[] => readdirSync(join(folder, name)).map((file) => `${name}/${file}`)
const readSize = (file: string): number => statSync(join(folder, file)).size
const referenced = [...JSON.stringify(documents).matchAll(/"_sanityAsset":"(\w+)@file:\/\/\.\/([^"]+)"/g)]

describe('the seed’s media', () => {
  it('are exactly the files that documents reference', () => {
    const names = referenced.map(([, , path]) => path)
    expect([...new Set(names)].toSorted()).toEqual([...listFiles('images'), ...listFiles('files')].toSorted())
  })

  it('are referenced with the type that matches their folder', () => {
    for (const [, kind, path] of referenced) expect(`${path}`.split('/')[0]).toBe(`${kind}s`)
  })

  it('are smaller than 40 MiB in total', () => {
    const bytes = [...listFiles('images'), ...listFiles('files')].map(readSize)
    expect(bytes.reduce((sum, size) => sum + size, 0)).toBeLessThan(40 * mebibyte)
  })
})

describe('the pictures', () => {
  it.each(listFiles('images'))(
    'include %s as a progressive JPEG of 2400 × 1600 pixels and at most 1 MiB',
    async (file) => {
      expect(await sharp(join(folder, file)).metadata()).toMatchObject({
        format: 'jpeg',
        width: 2400,
        height: 1600,
        isProgressive: true,
      })
      expect(readSize(file)).toBeLessThanOrEqual(mebibyte)
    },
  )

  it('include the twelve different pictures of the gallery', () => {
    const gallery = documents.find(({ _id }) => _id === 'gallery')
    const images = Array.isArray(gallery?.images) ? gallery.images.filter(isObject) : []
    expect(new Set(images.map((image) => image._sanityAsset)).size).toBe(12)
  })
})

/** Reads the duration of an MP4 from its movie header: ISO/IEC 14496-12, 8.2.2, version 0. */
function readDurationSeconds(mp4: Buffer): number {
  const header = mp4.indexOf('mvhd') + 4
  expect(mp4[header]).toBe(0)
  return mp4.readUInt32BE(header + 16) / mp4.readUInt32BE(header + 12)
}

describe('the videos', () => {
  it.each([
    ['promo', 30, 45],
    ['tour', 45, 60],
  ])(
    'include %s as an H.264 MP4 of %i to %i seconds that plays before it is loaded completely',
    (name, minSeconds, maxSeconds) => {
      const bytes = readFileSync(join(folder, 'files', `${name}.mp4`))
      expect(bytes.subarray(4, 8).toString('latin1')).toBe('ftyp')
      expect(bytes.length).toBeLessThanOrEqual(4 * mebibyte)
      expect(bytes.indexOf('moov')).toBeLessThan(bytes.indexOf('mdat'))
      expect(bytes.indexOf('avc1')).toBeGreaterThan(0)
      expect(readDurationSeconds(bytes)).toBeGreaterThanOrEqual(minSeconds)
      expect(readDurationSeconds(bytes)).toBeLessThanOrEqual(maxSeconds)
    },
  )

  it.each(['promo', 'tour'])('include %s with a smaller WebM copy', (name) => {
    const bytes = readFileSync(join(folder, 'files', `${name}.webm`))
    expect(bytes.subarray(0, 4).toString('hex')).toBe('1a45dfa3')
    expect(bytes.indexOf('V_VP9')).toBeGreaterThan(0)
    expect(bytes.length).toBeLessThan(readSize(`files/${name}.mp4`))
  })

  it.each([
    ['promo', 'promo'],
    ['promo', 'promo-descriptions'],
    ['tour', 'tour'],
    ['tour', 'tour-descriptions'],
  ])('include %s and its text track %s.vtt, whose times ascend and end with the video', (name, file) => {
    const track = readFileSync(join(folder, 'files', `${file}.vtt`), 'utf8')
    expect(track).toMatch(/^WEBVTT\n\n/)
    const times = [...track.matchAll(/00:00:(\d\d\.\d{3})/g)].map(([, time]) => Number(time))
    expect(times.length).toBeGreaterThan(1)
    expect(times).toEqual(times.toSorted((a, b) => a - b))
    const end = readDurationSeconds(readFileSync(join(folder, 'files', `${name}.mp4`)))
    expect(Math.abs(end - (times.at(-1) ?? 0))).toBeLessThan(0.1)
  })

  it.each([
    ['promo', /\n\[No sound\]$/],
    ['tour', /\n\[[^\]]*chord[^\]]*\]$/],
  ])('include %s, whose captions only describe its sound, in brackets', (name, caption) => {
    const [, ...cues] = readFileSync(join(folder, 'files', `${name}.vtt`), 'utf8')
      .trim()
      .split('\n\n')
    for (const cue of cues) expect(cue).toMatch(caption)
  })

  it('include a promo without an audio track', () => {
    expect(readFileSync(join(folder, 'files', 'promo.mp4')).indexOf('soun')).toBe(-1)
    expect(readFileSync(join(folder, 'files', 'promo.webm')).indexOf('A_OPUS')).toBe(-1)
  })
})
