import { describe, expect, it } from 'vitest'
import { hasPicture, imageProps, pictureUrl } from './image'

const hash = 'a'.repeat(40)
const withAsset = (_id: string | null) => ({ alt: 'A lamp', asset: { _id } })

const ids = [
  { _id: `image-${hash}-2400x1600-jpg`, isShown: true },
  { _id: `image-${hash}-2400x1600`, isShown: false },
  { _id: `image-${hash}-wide-jpg`, isShown: false },
  { _id: `file-${hash}-mp4`, isShown: false },
  { _id: 'image-lamp', isShown: false },
  { _id: ' ', isShown: false },
  { _id: '', isShown: false },
  { _id: null, isShown: false },
]

describe('a picture', () => {
  it.each(ids)('with the asset $_id is shown: $isShown', ({ _id, isShown }) => {
    const picture = withAsset(_id)
    expect(hasPicture(picture)).toBe(isShown)
    expect(imageProps(picture, { width: 600, sizes: '100vw' }) !== null).toBe(isShown)
    expect(pictureUrl(picture, 600) !== null).toBe(isShown)
  })

  it.each([null, undefined, {}, { asset: null }])('without an asset (%j) is not shown', (picture) => {
    expect(hasPicture(picture)).toBe(false)
    expect(imageProps(picture, { width: 600, sizes: '100vw' })).toBeNull()
  })
})

it.each([
  // The variant has the full width, and is cropped in height around the hotspot.
  [{ x: 0.25, y: 0.5 }, '25% 50%'],
  // Near an edge the crop is limited, so the hotspot is not in its center.
  [{ x: 0.5, y: 0.95 }, '50% 90%'],
])('for the hotspot %j, the position is %s if the style sheet crops the variant', (center, position) => {
  const dimensions = { width: 2400, height: 2400 }
  const asset = { _id: `image-${hash}-2400x2400-jpg`, metadata: { dimensions } }
  const picture = { alt: 'A lamp', asset, hotspot: { ...center, width: 0.2, height: 0.2 } }
  const options = { width: 600, sizes: '100vw', aspect: 2 }
  expect(imageProps(picture, { ...options, isCropped: true })).toMatchObject({
    style: { objectPosition: position },
  })
  expect(imageProps(picture, options)).not.toHaveProperty('style.objectPosition')
})
