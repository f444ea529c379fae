import { describe, expect, it } from 'vitest'
import { findStaleCopies, findStaleFiles } from './attachedFiles'

const asset = (_ref: string) => ({ asset: { _type: 'reference', _ref } })
const page = (fields: object) => ({
  _id: 'homePage',
  sections: [{ _key: 'hero', video: { _type: 'video', source: 'file', ...fields } }],
})
const published = page({
  file: asset('file-a-mp4'),
  webm: asset('file-a-webm'),
  captions: asset('file-a-vtt'),
  descriptions: asset('file-b-vtt'),
  poster: { ...asset('image-a'), alt: 'A desk' },
})
const path = ['sections', { _key: 'hero' }, 'video']

describe('a replaced video', () => {
  const replaced = page({ ...published.sections[0]?.video, file: asset('file-b-mp4') })

  it('cannot keep its previous WebM version', () => {
    expect(findStaleCopies(replaced, published)).toEqual([
      { path: [...path, 'webm'], message: expect.stringContaining('which most browsers would play') },
    ])
    const withNewCopy = page({ file: asset('file-b-mp4'), webm: asset('file-b-webm') })
    expect(findStaleCopies(withNewCopy, published)).toEqual([])
    expect(findStaleCopies(page({ file: asset('file-b-mp4') }), published)).toEqual([])
  })

  it('gets advice on its captions, descriptions and poster', () => {
    expect(findStaleFiles(replaced, published).map((problem) => problem.path)).toEqual([
      [...path, 'captions'],
      [...path, 'descriptions'],
      [...path, 'poster'],
    ])
    const onYouTube = page({ source: 'youtube', url: 'https://youtu.be/a', poster: asset('image-a') })
    expect(findStaleFiles(onYouTube, published).map((problem) => problem.path)).toEqual([[...path, 'poster']])
  })
})

it('finds no stale files for an unchanged video or a new document', () => {
  expect([findStaleFiles(published, published), findStaleCopies(published, published)]).toEqual([[], []])
  expect([findStaleFiles(published, null), findStaleCopies(published, null)]).toEqual([[], []])
})

it('a replaced picture gets advice on its unchanged alternative text and crop', () => {
  const picture = (ref: string, fields: object = {}) => ({
    _id: 'gallery',
    images: [
      { _key: 'a', ...asset(ref), alt: 'Two chairs', hotspot: { x: 0.5 }, crop: { top: 0 }, ...fields },
    ],
  })
  const before = picture('image-a')
  expect(findStaleFiles(picture('image-b'), before)).toEqual([
    { path: ['images', { _key: 'a' }, 'alt'], message: expect.stringContaining('describes the earlier one') },
    { path: ['images', { _key: 'a' }], message: expect.stringContaining('crop') },
  ])
  expect(findStaleFiles(picture('image-b', { alt: 'Three chairs', hotspot: { x: 0.1 } }), before)).toEqual([])
  expect(findStaleFiles(picture('image-a'), before)).toEqual([])
})
