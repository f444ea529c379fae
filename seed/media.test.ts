import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { readDocuments } from '../tests/support/content-variants/documents.ts'
import { gallery } from './placeholders/gallery.ts'
import { pages } from './placeholders/pages.ts'

const folder = import.meta.dirname
const filesIn = (name: string): string[] => readdirSync(join(folder, name)).map((file) => `${name}/${file}`)
const referenced = [
  ...JSON.stringify(readDocuments()).matchAll(/"_sanityAsset":"(\w+)@file:\/\/\.\/([^"]+)"/g),
]
const drawings = { ...gallery, ...pages }

describe('the media of the seed', () => {
  it('are all there, and none is left over', () => {
    const names = referenced.map(([, , path]) => path)
    expect([...new Set(names)].toSorted()).toEqual([...filesIn('images'), ...filesIn('files')].toSorted())
  })

  it('are referred to as what they are', () => {
    for (const [, kind, path] of referenced) expect(`${path}`.split('/')[0]).toBe(`${kind}s`)
  })

  it('weigh at most 8 MB together', () => {
    const bytes = [...filesIn('images'), ...filesIn('files')].map((file) => statSync(join(folder, file)).size)
    expect(bytes.reduce((sum, size) => sum + size, 0)).toBeLessThan(8 * 1024 * 1024)
  })
})

describe('the pictures', () => {
  it('are one file for each drawing', () => {
    const names = Object.keys(drawings).map((name) => `images/${name}.jpg`)
    expect(names.toSorted()).toEqual(filesIn('images').toSorted())
  })

  it.each(Object.entries(drawings))('%s is what its drawing shows', async (name, draw) => {
    const file = join(folder, 'images', `${name}.jpg`)
    expect(await sharp(file).metadata()).toMatchObject({ format: 'jpeg', width: 2400, height: 1600 })
    const small = (input: Buffer | string) => sharp(input).resize(120).removeAlpha().raw().toBuffer()
    const [drawn, stored] = await Promise.all([small(Buffer.from(draw())), small(file)])
    const difference = drawn.reduce((sum, value, index) => sum + Math.abs(value - (stored[index] ?? 0)), 0)
    expect(difference / drawn.length).toBeLessThan(2)
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
