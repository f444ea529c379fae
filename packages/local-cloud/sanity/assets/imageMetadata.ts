import sharp from 'sharp'
import { HttpError } from '../../http/errors.ts'
import { getMediaType } from './mediaTypes.ts'

// Disables sharp's in-memory cache: renditions are cached on disk (imageCache.ts).
sharp.cache(false)

/** The maximum number of pixels in an image, checked before the image is decoded. */
export const PIXEL_LIMIT = 100_000_000

/** The file extension of each supported format, keyed by sharp's name for the format. */
const EXTENSIONS: Record<string, string> = {
  jpeg: 'jpg',
  png: 'png',
  gif: 'gif',
  webp: 'webp',
  heif: 'avif',
  tiff: 'tif',
  svg: 'svg',
}

const openImage = (file: string) => sharp(file, { limitInputPixels: PIXEL_LIMIT }).autoOrient()

/** Renders the low-quality image placeholder (LQIP) as a data URL. */
async function renderLqip(file: string, isTransparent: boolean): Promise<string> {
  const thumbnail = openImage(file).resize({ width: 20 })
  const bytes = isTransparent
    ? await thumbnail.png({ compressionLevel: 9 }).toBuffer()
    : await thumbnail.jpeg({ quality: 60 }).toBuffer()
  return `data:image/${isTransparent ? 'png' : 'jpeg'};base64,${bytes.toString('base64')}`
}

/** Creates a palette color, with black or white as the color of text on it. */
function createSwatch({ r, g, b }: { r: number; g: number; b: number }) {
  const background = `#${[r, g, b].map((value) => value.toString(16).padStart(2, '0')).join('')}`
  const foreground = r * 0.299 + g * 0.587 + b * 0.114 > 150 ? '#000' : '#fff'
  return { _type: 'sanity.imagePaletteSwatch', background, foreground, title: foreground, population: 100 }
}

async function readProperties(file: string) {
  const header = await sharp(file, { limitInputPixels: false }).metadata()
  const extension = EXTENSIONS[header.format]
  if (!extension || (header.format === 'heif' && header.compression !== 'av1')) {
    throw new HttpError(400, `Images of the format "${header.format}" are not supported`)
  }
  const { width, height } = header.autoOrient
  if (width * height > PIXEL_LIMIT) {
    throw new HttpError(400, `The image is larger than ${PIXEL_LIMIT / 1e6} megapixels`)
  }
  // Decodes every pixel, so that a damaged file is rejected at upload.
  const stats = await openImage(file).stats()
  const metadata: Record<string, unknown> = {
    _type: 'sanity.imageMetadata',
    dimensions: { _type: 'sanity.imageDimensions', width, height, aspectRatio: width / height },
    hasAlpha: header.hasAlpha,
    isOpaque: stats.isOpaque,
    lqip: await renderLqip(file, !stats.isOpaque),
    palette: { _type: 'sanity.imagePalette', dominant: createSwatch(stats.dominant) },
  }
  return { extension, mimeType: getMediaType(extension), width, height, metadata }
}

/**
 * Reads an image's type, size in pixels (with the orientation applied), transparency, `lqip` and `palette`
 * (https://www.sanity.io/docs/image-metadata). Requests for other metadata, such as `exif`, have no effect. Throws
 * a 400 HttpError for an unsupported, damaged or oversized file.
 */
export async function inspectImage(file: string) {
  try {
    return await readProperties(file)
  } catch (error) {
    if (error instanceof HttpError) throw error
    throw new HttpError(400, 'Invalid image: it could not be read as JPEG, PNG, GIF, WebP, AVIF, TIFF or SVG')
  }
}
