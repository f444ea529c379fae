import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { readExif } from './exif.ts'

const camera = {
  IFD0: { Make: 'Acme', Model: 'X1', DateTime: '2026:01:02 03:04:05' },
  IFD2: {
    FNumber: '28/10',
    ISOSpeedRatings: '200',
    ExposureTime: '1/125',
    DateTimeOriginal: '2026:01:02 03:04:05',
    LensModel: '50mm',
    ExposureBiasValue: '-1/3',
  },
  IFD3: {
    GPSLatitudeRef: 'S',
    GPSLatitude: '34/1 3/1 30/1',
    GPSLongitudeRef: 'W',
    GPSLongitude: '118/1 24/1 0/1',
    GPSAltitude: '79/2',
  },
}

async function block(): Promise<Buffer> {
  const picture = sharp({ create: { width: 4, height: 4, channels: 3, background: '#888' } })
  const { exif } = await sharp(await picture.withExif(camera).jpeg().toBuffer()).metadata()
  if (!exif) throw new Error('There is no Exif block')
  return exif
}

describe('the Exif block of a picture', () => {
  test('tells the camera, the settings and the place', async () => {
    const { image, exif, location } = readExif(await block())
    expect(image).toMatchObject({
      _type: 'sanity.imageExifTags',
      Make: 'Acme',
      Model: 'X1',
      ModifyDate: '2026-01-02T03:04:05.000Z',
    })
    expect(exif).toMatchObject({
      _type: 'sanity.imageExifMetadata',
      FNumber: 2.8,
      ISO: 200,
      ExposureTime: 0.008,
      DateTimeOriginal: '2026-01-02T03:04:05.000Z',
      LensModel: '50mm',
      ExposureBiasValue: -1 / 3,
    })
    expect(location?._type).toBe('geopoint')
    expect(location?.lat).toBeCloseTo(-34.0583, 3)
    expect(location).toMatchObject({ lng: -118.4, alt: 39.5 })
  })

  test('that is damaged anywhere is read as far as it goes', async () => {
    const whole = await block()
    for (let length = 0; length < whole.length; length++) readExif(whole.subarray(0, length))
    for (let at = 0; at < whole.length; at++) {
      const broken = Buffer.from(whole)
      broken[at] = 0xff
      readExif(broken)
    }
    expect(readExif(whole.subarray(0, 40))).not.toHaveProperty('location')
  })
})
