/** What a camera wrote into a picture, in the groups that Sanity keeps it in. */
export type CameraData = {
  image?: Record<string, unknown>
  exif?: Record<string, unknown>
  location?: { _type: 'geopoint'; lat: number; lng: number; alt?: number }
}

type Value = number | string | number[]

// Tag numbers of Exif 3.0 (https://www.cipa.jp/std/documents/download_e.html?CIPA_DC-008-2024-E), tables 4 to 10.
const IMAGE_TAGS: Record<number, string> = {
  270: 'ImageDescription',
  271: 'Make',
  272: 'Model',
  274: 'Orientation',
  282: 'XResolution',
  283: 'YResolution',
  296: 'ResolutionUnit',
  305: 'Software',
  306: 'ModifyDate',
  315: 'Artist',
  531: 'YCbCrPositioning',
  33432: 'Copyright',
}
const EXIF_TAGS: Record<number, string> = {
  33434: 'ExposureTime',
  33437: 'FNumber',
  34850: 'ExposureProgram',
  34855: 'ISO',
  36867: 'DateTimeOriginal',
  36868: 'DateTimeDigitized',
  37377: 'ShutterSpeedValue',
  37378: 'ApertureValue',
  37379: 'BrightnessValue',
  37380: 'ExposureBiasValue',
  37381: 'MaxApertureValue',
  37382: 'SubjectDistance',
  37383: 'MeteringMode',
  37384: 'LightSource',
  37385: 'Flash',
  37386: 'FocalLength',
  37396: 'SubjectArea',
  40961: 'ColorSpace',
  40962: 'PixelXDimension',
  40963: 'PixelYDimension',
  41495: 'SensingMethod',
  41986: 'ExposureMode',
  41987: 'WhiteBalance',
  41988: 'DigitalZoomRatio',
  41989: 'FocalLengthIn35mmFormat',
  41990: 'SceneCaptureType',
  42033: 'BodySerialNumber',
  42034: 'LensSpecification',
  42035: 'LensMake',
  42036: 'LensModel',
  42037: 'LensSerialNumber',
}
const GPS_TAGS: Record<number, string> = {
  1: 'latitudeRef',
  2: 'latitude',
  3: 'longitudeRef',
  4: 'longitude',
  5: 'altitudeRef',
  6: 'altitude',
}
const EXIF_POINTER = 34665
const GPS_POINTER = 34853
const DATES = new Set(['ModifyDate', 'DateTimeOriginal', 'DateTimeDigitized'])

/** Bytes of one value of each TIFF type that is read here; others (opaque bytes) are left out. */
const SIZES: Record<number, number> = { 1: 1, 2: 1, 3: 2, 4: 4, 5: 8, 9: 4, 10: 8 }
/** A longer list or text than this is no camera's. */
const MAX_COUNT = 2000

/** A reader of the TIFF structure that Exif data is. Everything it reads may be damaged or made to mislead. */
class Tiff {
  private readonly view: DataView
  private readonly little: boolean

  constructor(bytes: Uint8Array) {
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    this.little = this.view.byteLength > 1 && this.view.getUint16(0) === 0x4949
  }

  uint16(at: number): number {
    return this.view.getUint16(at, this.little)
  }

  uint32(at: number): number {
    return this.view.getUint32(at, this.little)
  }

  private single(type: number, at: number): number {
    switch (type) {
      case 1:
        return this.view.getUint8(at)
      case 3:
        return this.uint16(at)
      case 4:
        return this.uint32(at)
      case 9:
        return this.view.getInt32(at, this.little)
      case 5:
        return this.uint32(at) / this.uint32(at + 4)
      default:
        return this.view.getInt32(at, this.little) / this.view.getInt32(at + 4, this.little)
    }
  }

  private value(entry: number): Value | undefined {
    const type = this.uint16(entry + 2)
    const count = this.uint32(entry + 4)
    const size = SIZES[type]
    if (size === undefined || count === 0 || count > MAX_COUNT) return undefined
    const at = size * count <= 4 ? entry + 8 : this.uint32(entry + 8)
    if (type === 2) {
      const bytes = new Uint8Array(this.view.buffer, this.view.byteOffset + at, count)
      const text = new TextDecoder().decode(bytes)
      return text.split('\0')[0]?.trim() ?? ''
    }
    const numbers = Array.from({ length: count }, (_, index) => this.single(type, at + index * size))
    if (!numbers.every(Number.isFinite)) return undefined
    return count === 1 ? numbers[0] : numbers
  }

  /** The values of one directory by tag number; none where the directory lies outside of the data. */
  directory(at: number): Map<number, Value> {
    const values = new Map<number, Value>()
    if (at + 2 > this.view.byteLength) return values
    const count = Math.min(this.uint16(at), 500)
    for (let index = 0; index < count; index++) {
      const entry = at + 2 + index * 12
      if (entry + 12 > this.view.byteLength) break
      try {
        const value = this.value(entry)
        if (value !== undefined) values.set(this.uint16(entry), value)
      } catch (error) {
        // A value that lies outside of the data is left out; the others may be all right.
        if (!(error instanceof RangeError)) throw error
      }
    }
    return values
  }
}

/** `2026:01:31 10:20:30`, in no time zone, becomes the ISO form of the same numbers, as hosted. */
function withoutZone(value: Value): Value {
  const [, year, month, day, time] = /^(\d{4}):(\d\d):(\d\d) (\d\d:\d\d:\d\d)$/.exec(String(value)) ?? []
  return year ? `${year}-${month}-${day}T${time}.000Z` : value
}

function named(values: Map<number, Value>, names: Record<number, string>): Record<string, Value> {
  const result: Record<string, Value> = {}
  for (const [tag, value] of values) {
    const name = names[tag]
    if (name) result[name] = DATES.has(name) ? withoutZone(value) : value
  }
  return result
}

function degrees(value: Value | undefined, reference: Value | undefined): number | undefined {
  if (!Array.isArray(value) || value.length !== 3) return undefined
  const [whole = 0, minutes = 0, seconds = 0] = value
  const size = whole + minutes / 60 + seconds / 3600
  return reference === 'S' || reference === 'W' ? -size : size
}

function locationFrom(values: Map<number, Value>): CameraData['location'] {
  const gps = named(values, GPS_TAGS)
  const lat = degrees(gps.latitude, gps.latitudeRef)
  const lng = degrees(gps.longitude, gps.longitudeRef)
  if (lat === undefined || lng === undefined || Math.abs(lat) > 90 || Math.abs(lng) > 180) return undefined
  const { altitude, altitudeRef } = gps
  const alt = typeof altitude === 'number' ? { alt: altitudeRef === 1 ? -altitude : altitude } : {}
  return { _type: 'geopoint', lat, lng, ...alt }
}

/**
 * Reads a picture's Exif block (with or without the leading `Exif\0\0`) into the fields of
 * https://www.sanity.io/docs/image-metadata: `exif`, `image`, `location` (degrees, metres). What is damaged is left out.
 */
export function readExif(block: Uint8Array): CameraData {
  const prefixed = new TextDecoder('latin1').decode(block.subarray(0, 6)) === 'Exif\0\0'
  const tiff = new Tiff(prefixed ? block.subarray(6) : block)
  if ((prefixed ? block.length - 6 : block.length) < 8) return {}
  const main = tiff.directory(tiff.uint32(4))
  const at = (pointer: number) => {
    const value = main.get(pointer)
    return typeof value === 'number' ? tiff.directory(value) : new Map<number, Value>()
  }
  const image = named(main, IMAGE_TAGS)
  const exif = named(at(EXIF_POINTER), EXIF_TAGS)
  const location = locationFrom(at(GPS_POINTER))
  return {
    ...(Object.keys(image).length > 0 ? { image: { _type: 'sanity.imageExifTags', ...image } } : {}),
    ...(Object.keys(exif).length > 0 ? { exif: { _type: 'sanity.imageExifMetadata', ...exif } } : {}),
    ...(location ? { location } : {}),
  }
}
