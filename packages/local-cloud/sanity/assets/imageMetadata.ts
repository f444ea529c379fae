import { encode } from 'blurhash'
import sharp from 'sharp'
import { HttpError } from '../../http/errors.ts'
import { paletteOf } from './palette.ts'

/** Larger pictures are refused before they are unpacked. Pixels. */
export const PIXEL_LIMIT = 100_000_000

/** What is known of a picture from its bytes. */
export type Inspected = {
  extension: string
  mimeType: string
  /** As shown, that is with its orientation applied. Pixels. */
  width: number
  height: number
  metadata: Record<string, unknown>
}

const FORMATS: Record<string, { extension: string; mimeType: string }> = {
  jpeg: { extension: 'jpg', mimeType: 'image/jpeg' },
  png: { extension: 'png', mimeType: 'image/png' },
  gif: { extension: 'gif', mimeType: 'image/gif' },
  webp: { extension: 'webp', mimeType: 'image/webp' },
  heif: { extension: 'avif', mimeType: 'image/avif' },
  tiff: { extension: 'tif', mimeType: 'image/tiff' },
  svg: { extension: 'svg', mimeType: 'image/svg+xml' },
}

async function lqipOf(file: string, hasAlpha: boolean): Promise<string> {
  const small = sharp(file, { limitInputPixels: PIXEL_LIMIT }).autoOrient().resize({ width: 20 })
  const bytes = hasAlpha
    ? await small.png({ compressionLevel: 9 }).toBuffer()
    : await small.jpeg({ quality: 60 }).toBuffer()
  return `data:image/${hasAlpha ? 'png' : 'jpeg'};base64,${bytes.toString('base64')}`
}

async function thumbnail(file: string, size: number) {
  return sharp(file, { limitInputPixels: PIXEL_LIMIT })
    .autoOrient()
    .resize(size, size, { fit: 'inside' })
    .toColourspace('srgb')
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
}

/**
 * Finds out what a picture is from its bytes, whatever its name says, with the metadata named in `wanted` (`lqip`,
 * `blurhash`, `palette`; https://www.sanity.io/docs/image-metadata). Throws a 400 HttpError when it is no picture or too
 * large to unpack.
 */
export async function inspectImage(file: string, wanted: ReadonlySet<string>): Promise<Inspected> {
  try {
    const header = await sharp(file, { limitInputPixels: PIXEL_LIMIT }).metadata()
    const format = FORMATS[header.format]
    const { width, height } = header.autoOrient
    if (!format || (header.format === 'heif' && header.compression !== 'av1')) {
      throw new HttpError(400, `Images of the format "${header.format}" are not supported`)
    }
    if (width * height > PIXEL_LIMIT || Math.max(width, height) > 65_535) {
      throw new HttpError(400, `The image is larger than ${PIXEL_LIMIT / 1e6} megapixels`)
    }
    // Unpacks every pixel, so a damaged file is refused now and not when a visitor asks for it.
    const stats = await sharp(file, { limitInputPixels: PIXEL_LIMIT }).stats()
    const metadata: Record<string, unknown> = {
      _type: 'sanity.imageMetadata',
      dimensions: { _type: 'sanity.imageDimensions', width, height, aspectRatio: width / height },
      hasAlpha: header.hasAlpha,
      isOpaque: stats.isOpaque,
    }
    if (wanted.has('lqip')) metadata.lqip = await lqipOf(file, !stats.isOpaque)
    if (wanted.has('blurhash')) {
      const { data, info } = await thumbnail(file, 32)
      metadata.blurHash = encode(new Uint8ClampedArray(data), info.width, info.height, 4, 3)
    }
    if (wanted.has('palette')) {
      const palette = paletteOf((await thumbnail(file, 64)).data)
      if (palette) metadata.palette = palette
    }
    return { ...format, width, height, metadata }
  } catch (error) {
    if (error instanceof HttpError) throw error
    const reason = error instanceof Error ? error.message : String(error)
    if (/pixel limit/i.test(reason)) {
      throw new HttpError(400, `The image is larger than ${PIXEL_LIMIT / 1e6} megapixels`)
    }
    throw new HttpError(400, 'Invalid image: it could not be read as JPEG, PNG, GIF, WebP, AVIF, TIFF or SVG')
  }
}
