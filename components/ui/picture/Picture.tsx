import { imageProps, type PictureValue } from '@/lib/content/media/image'

type PictureProps = {
  /** The picture from the CMS. Renders nothing if its asset doesn't exist. */
  picture: PictureValue | null | undefined
  /** The largest width, in CSS pixels, at which the picture is shown. */
  width: number
  /** The `sizes` attribute. */
  sizes: string
  /** Width divided by height; by default the original ratio. */
  aspect?: number
  /** Whether the picture is the largest one above the fold, so that it loads with priority. */
  priority?: boolean
  /** Whether the style sheet crops the picture further. It is then positioned at the hotspot. */
  isCropped?: boolean
  className?: string
}

/** A picture from the CMS, as a plain `<img>` without a script. */
export function Picture({ picture, className = '', ...options }: PictureProps) {
  const props = imageProps(picture, options)
  if (!props) return null
  // biome-ignore lint/performance/noImgElement: next/image is a client component; imageProps creates the same attributes
  const image = <img {...props} alt={props.alt} className={`picture ${className}`} />
  // React preloads eager pictures, even those of prefetched pages, but not pictures inside <picture>. The browser
  // finds those early enough.
  return options.priority ? <picture className="contents">{image}</picture> : image
}
