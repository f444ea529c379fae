import type { SanityImageSource } from '@sanity/image-url'
import { createImageUrlBuilder } from '@sanity/image-url'
import { getImageProps } from 'next/image'
import { apiHost, dataset, projectId } from './config'

const builder = createImageUrlBuilder({ projectId, dataset, ...(apiHost ? { baseUrl: apiHost } : {}) })

/** A picture as page queries project it: the asset is resolved, or null when it was deleted. */
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

/**
 * Whether there is a picture to show, by the same rule as `imageProps`: its asset may have been deleted, or have an id
 * from which no address can be made.
 */
export function hasPicture(picture: PictureValue | null | undefined): picture is PictureValue {
  return imageSource(picture) !== null
}

type ImageOptions = {
  /** Widest width in CSS pixels at which the picture is shown. */
  width: number
  /** The `sizes` attribute. */
  sizes: string
  /** Width divided by height; the original's when missing. */
  aspect?: number
  /** Set for the picture that is largest on the first screen. */
  priority?: boolean
}

/**
 * Makes the attributes of an `<img>` whose variants come from the image API, cropped around the hotspot,
 * with a blurred preview behind it. It uses `getImageProps`, so that no script reaches the visitor.
 *
 * @returns the attributes, or null when the picture has no (existing) asset
 */
export function imageProps(picture: PictureValue | null | undefined, options: ImageOptions) {
  const source = imageSource(picture)
  if (!picture || !source) return null
  const dimensions = picture.asset?.metadata?.dimensions
  const original = (dimensions?.width ?? 3) / (dimensions?.height ?? 2)
  const aspect = options.aspect ?? original
  const { props } = getImageProps({
    src: source.asset._ref,
    alt: picture.alt ?? '',
    width: options.width,
    height: Math.round(options.width / aspect),
    sizes: options.sizes,
    loading: options.priority ? 'eager' : 'lazy',
    fetchPriority: options.priority ? 'high' : 'auto',
    loader: ({ width }) => imageUrl(source, width, options.aspect),
  })
  const lqip = picture.asset?.metadata?.lqip
  return lqip?.startsWith('data:image/')
    ? { ...props, style: { backgroundImage: `url("${lqip}")`, backgroundSize: 'cover' } }
    : props
}

/**
 * The address of one variant, for social previews and structured data.
 *
 * @param picture - the picture; null when it has no asset
 * @param width - in pixels
 * @param aspect - width divided by height
 */
export function pictureUrl(
  picture: PictureValue | null | undefined,
  width: number,
  aspect?: number,
): string | null {
  const source = imageSource(picture)
  return source ? imageUrl(source, width, aspect) : null
}

function imageSource(picture: PictureValue | null | undefined) {
  const id = picture?.asset?._id
  if (!picture || !id || !/^image-[0-9a-f]+-\d+x\d+-\w+$/i.test(id)) return null
  return {
    asset: { _ref: id },
    ...(picture.crop ? { crop: picture.crop } : {}),
    ...(picture.hotspot ? { hotspot: picture.hotspot } : {}),
  }
}

function imageUrl(source: SanityImageSource, width: number, aspect: number | undefined): string {
  const sized = builder.image(source).width(width).auto('format').quality(75)
  return (aspect ? sized.height(Math.round(width / aspect)).fit('crop') : sized.fit('max')).url()
}
