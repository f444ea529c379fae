import type { SanityImageSource } from '@sanity/image-url'
import { createImageUrlBuilder } from '@sanity/image-url'
import { getImageProps } from 'next/image'
import { apiHost, dataset, projectId } from '../reading/config'

const builder = createImageUrlBuilder({ projectId, dataset, ...(apiHost ? { baseUrl: apiHost } : {}) })

/** A picture in the result of a page query. `asset` is resolved, or null when it was deleted. */
export type PictureValue = {
  alt?: string | null
  asset?: {
    _id?: string | null
    metadata?: {
      lqip?: string | null
      dimensions?: { width?: number | null; height?: number | null } | null
    } | null
  } | null
  crop?: { top?: number; bottom?: number; left?: number; right?: number } | null
  hotspot?: { x?: number; y?: number; height?: number; width?: number } | null
}

/** Whether `imageProps` can show a picture, whose asset may have been deleted or may not be an image. */
export function hasPicture(picture: PictureValue | null | undefined): picture is PictureValue {
  return createImageSource(picture) !== null
}

type ImageOptions = {
  /** The maximum width in CSS pixels at which the picture is shown. */
  width: number
  sizes: string
  /** Width divided by height; the original's when missing. */
  aspect?: number
  /** Whether this is the largest picture above the fold. */
  priority?: boolean
  /** Whether the style sheet crops the variant further. The hotspot then stays visible. */
  isCropped?: boolean
}

/**
 * Creates the attributes of an `<img>` whose variants come from the image API, with a blurred preview behind it. With
 * an `aspect`, variants are cropped around the hotspot. Uses `getImageProps`, which needs no script in the browser.
 *
 * @returns the attributes, or null where {@link hasPicture} is false
 */
export function imageProps(picture: PictureValue | null | undefined, options: ImageOptions) {
  const source = createImageSource(picture)
  if (!picture || !source) return null
  const dimensions = picture.asset?.metadata?.dimensions
  const originalAspect = (dimensions?.width ?? 3) / (dimensions?.height ?? 2)
  const aspect = options.aspect ?? originalAspect
  const { props } = getImageProps({
    src: source.asset._ref,
    alt: picture.alt ?? '',
    width: options.width,
    height: Math.round(options.width / aspect),
    sizes: options.sizes,
    loading: options.priority ? 'eager' : 'lazy',
    fetchPriority: options.priority ? 'high' : 'auto',
    loader: ({ width }) => createImageUrl(source, width, options.aspect),
  })
  const lqip = picture.asset?.metadata?.lqip
  const blurred = lqip?.startsWith('data:image/') && {
    backgroundImage: `url("${lqip}")`,
    backgroundSize: 'cover',
  }
  const objectPosition = options.isCropped && computeObjectPosition(picture, originalAspect, aspect)
  if (!blurred && !objectPosition) return props
  return { ...props, style: { ...blurred, ...(objectPosition && { objectPosition }) } }
}

/**
 * Computes the `object-position` of the hotspot in a variant that the image API has cropped around it where possible.
 * Undefined without a hotspot. `originalAspect` and `aspect` are width divided by height.
 */
function computeObjectPosition(
  { crop, hotspot }: PictureValue,
  originalAspect: number,
  aspect: number,
): string | undefined {
  if (hotspot?.x === undefined || hotspot.y === undefined) return undefined
  const { left = 0, right = 0, top = 0, bottom = 0 } = crop ?? {}
  // Lengths are fractions of the height of the uploaded picture.
  const [width, height] = [originalAspect * (1 - left - right), 1 - top - bottom]
  const [shownWidth, shownHeight] = [Math.min(width, height * aspect), Math.min(height, width / aspect)]
  const computePercentage = (center: number, start: number, length: number, shown: number) => {
    const from = Math.min(Math.max(center - shown / 2, start), start + length - shown)
    return `${Math.round(Math.min(Math.max((center - from) / shown, 0), 1) * 100)}%`
  }
  const x = computePercentage(hotspot.x * originalAspect, left * originalAspect, width, shownWidth)
  return `${x} ${computePercentage(hotspot.y, top, height, shownHeight)}`
}

/**
 * Returns the URL of one variant, for social previews and structured data.
 *
 * @returns null where {@link hasPicture} is false
 */
export function pictureUrl(
  picture: PictureValue | null | undefined,
  width: number,
  aspect?: number,
): string | null {
  const source = createImageSource(picture)
  return source ? createImageUrl(source, width, aspect) : null
}

function createImageSource(picture: PictureValue | null | undefined) {
  const id = picture?.asset?._id
  if (!picture || !id || !/^image-[0-9a-f]+-\d+x\d+-\w+$/i.test(id)) return null
  return {
    asset: { _ref: id },
    ...(picture.crop ? { crop: picture.crop } : {}),
    ...(picture.hotspot ? { hotspot: picture.hotspot } : {}),
  }
}

function createImageUrl(source: SanityImageSource, width: number, aspect: number | undefined): string {
  const sized = builder.image(source).width(width).auto('format').quality(75)
  return (aspect ? sized.height(Math.round(width / aspect)).fit('crop') : sized.fit('max')).url()
}
