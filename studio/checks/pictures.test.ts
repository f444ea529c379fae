import { expect, it } from 'vitest'
import { findOversizedPictures, findPictureAdvice } from './pictures'

const picture = (size: string) => ({ _type: 'picture', asset: { _ref: `image-0a1b2c-${size}-jpg` } })
const gallery = (size: string) => ({
  _id: 'gallery',
  _type: 'gallery',
  images: [{ ...picture(size), _type: 'captionedPicture', _key: 'a' }],
})

it.each([
  ['2400x1600', []],
  ['1600x1067', []],
  ['1200x800', [expect.stringMatching(/1200 pixels wide/)]],
  ['1600x2400', [expect.stringMatching(/portrait format \(1600 × 2400 pixels\)/)]],
])('returns the advice for a gallery picture of %s pixels', (size, messages) => {
  expect(findPictureAdvice(gallery(size)).map(({ message }) => message)).toEqual(messages)
})

it('returns the path of the picture, and ignores types whose pictures may be small', () => {
  const person = { _type: 'person', _key: 'p', picture: picture('400x400') }
  const section = { _type: 'missionSection', _key: 's', picture: picture('400x400'), people: [person] }
  const found = findPictureAdvice({ _id: 'aboutPage', _type: 'aboutPage', sections: [section] })
  expect(found.map(({ path }) => path)).toEqual([['sections', { _key: 's' }, 'picture']])
})

it('rejects a picture of 96 megapixels, but not one of 24', () => {
  const picture = (size: string) => ({ _id: 'a', picture: { asset: { _ref: `image-0a1b-${size}-jpg` } } })
  expect(findOversizedPictures(picture('12000x8000'))).toEqual([
    { path: ['picture'], message: expect.stringContaining('96 megapixels') },
  ])
  expect(findOversizedPictures(picture('6000x4000'))).toEqual([])
})
