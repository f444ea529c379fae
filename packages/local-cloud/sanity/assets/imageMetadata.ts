import { encode } from 'blurhash'
import sharp, { type SharpOptions } from 'sharp'
import { HttpError } from '../../http/errors.ts'

// What was made is kept on disk (imageCache.ts): what sharp would keep in memory besides is not asked for again.
sharp.cache(false)

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

/** How a file is opened: a drawing is drawn at most this large, which says as much of it. Pixels. */
const DRAWN = 4_000_000
/** What a drawing is drawn with when nothing else is said. Dots an inch. */
const DENSITY = 72

async function optionsFor(file: string): Promise<SharpOptions> {
  const options = { limitInputPixels: PIXEL_LIMIT }
  // What is only looked at takes no room, however large it is.
  const { format, width, height } = await sharp(file, { limitInputPixels: false }).metadata()
  if (format !== 'svg' || width * height <= DRAWN) return options
  return { ...options, density: Math.max(1, DENSITY * Math.sqrt(DRAWN / (width * height))) }
}

async function lqipOf(file: string, options: SharpOptions, hasAlpha: boolean): Promise<string> {
  const small = sharp(file, options).autoOrient().resize({ width: 20 })
  const bytes = hasAlpha
    ? await small.png({ compressionLevel: 9 }).toBuffer()
    : await small.jpeg({ quality: 60 }).toBuffer()
  return `data:image/${hasAlpha ? 'png' : 'jpeg'};base64,${bytes.toString('base64')}`
}

/** A color of the palette with black or white for text on it. */
function swatchOf({ r, g, b }: { r: number; g: number; b: number }) {
  const background = `#${[r, g, b].map((value) => value.toString(16).padStart(2, '0')).join('')}`
  const foreground = r * 0.299 + g * 0.587 + b * 0.114 > 150 ? '#000' : '#fff'
  return { _type: 'sanity.imagePaletteSwatch', background, foreground, title: foreground, population: 100 }
}

async function thumbnail(file: string, options: SharpOptions, size: number) {
  return sharp(file, options)
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
    const options = await optionsFor(file)
    const header = await sharp(file, { limitInputPixels: false }).metadata()
    const format = FORMATS[header.format]
    const { width, height } = header.autoOrient
    if (!format || (header.format === 'heif' && header.compression !== 'av1')) {
      throw new HttpError(400, `Images of the format "${header.format}" are not supported`)
    }
    const isDrawing = header.format === 'svg'
    if (!isDrawing && (width * height > PIXEL_LIMIT || Math.max(width, height) > 65_535)) {
      throw new HttpError(400, `The image is larger than ${PIXEL_LIMIT / 1e6} megapixels`)
    }
    // Unpacks every pixel, so a damaged file is refused now and not when a visitor asks for it.
    const stats = await sharp(file, options).stats()
    const metadata: Record<string, unknown> = {
      _type: 'sanity.imageMetadata',
      dimensions: { _type: 'sanity.imageDimensions', width, height, aspectRatio: width / height },
      hasAlpha: header.hasAlpha,
      isOpaque: stats.isOpaque,
    }
    if (wanted.has('lqip')) metadata.lqip = await lqipOf(file, options, !stats.isOpaque)
    if (wanted.has('blurhash')) {
      const { data, info } = await thumbnail(file, options, 32)
      metadata.blurHash = encode(new Uint8ClampedArray(data), info.width, info.height, 4, 3)
    }
    if (wanted.has('palette')) {
      metadata.palette = { _type: 'sanity.imagePalette', dominant: swatchOf(stats.dominant) }
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
