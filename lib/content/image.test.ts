import { describe, expect, it, vi } from 'vitest'
import { hasPicture, imageProps, pictureUrl } from './image'

vi.hoisted(() => {
  process.env.NEXT_PUBLIC_SANITY_API_HOST = 'http://content-lake.test'
})

const hash = 'a'.repeat(40)
const withAsset = (_id: string | null) => ({ alt: 'A lamp', asset: { _id } })

const ids = [
  { _id: `image-${hash}-2400x1600-jpg`, shown: true },
  { _id: `image-${hash}-2400x1600`, shown: false },
  { _id: `image-${hash}-wide-jpg`, shown: false },
  { _id: `file-${hash}-mp4`, shown: false },
  { _id: 'image-lamp', shown: false },
  { _id: ' ', shown: false },
  { _id: '', shown: false },
  { _id: null, shown: false },
]

describe('a picture', () => {
  it.each(ids)('with the asset $_id: reserves space when it is shown ($shown)', ({ _id, shown }) => {
    const picture = withAsset(_id)
    expect(hasPicture(picture)).toBe(shown)
    expect(imageProps(picture, { width: 600, sizes: '100vw' }) !== null).toBe(shown)
    expect(pictureUrl(picture, 600) !== null).toBe(shown)
  })

  it.each([null, undefined, {}, { asset: null }])(
    'without a valid asset, %j, reserves no space',
    (picture) => {
      expect(hasPicture(picture)).toBe(false)
      expect(imageProps(picture, { width: 600, sizes: '100vw' })).toBeNull()
    },
  )
})

it.each([
  // The variant has the full width, and is cropped in height around the hotspot.
  [{ x: 0.25, y: 0.5 }, '25% 50%'],
  // Near an edge the crop is limited, so the hotspot is not in its center.
  [{ x: 0.5, y: 0.95 }, '50% 90%'],
])('positions a variant that is cropped once more around the hotspot %j', (at, position) => {
  const dimensions = { width: 2400, height: 2400 }
  const asset = { _id: `image-${hash}-2400x2400-jpg`, metadata: { dimensions } }
  const picture = { alt: 'A lamp', asset, hotspot: { ...at, width: 0.2, height: 0.2 } }
  const options = { width: 600, sizes: '100vw', aspect: 2 }
  expect(imageProps(picture, { ...options, isCropped: true })).toMatchObject({
    style: { objectPosition: position },
  })
  expect(imageProps(picture, options)).not.toHaveProperty('style.objectPosition')
})
