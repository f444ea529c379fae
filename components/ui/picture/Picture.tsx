import { imageProps, type PictureValue } from '@/lib/content/image'

type PictureProps = {
  /** The picture from the CMS; without an existing asset it renders nothing. */
  picture: PictureValue | null | undefined
  /** Widest width in CSS pixels at which it is shown. */
  width: number
  /** The `sizes` attribute. */
  sizes: string
  /** Width divided by height; the original's when missing. */
  aspect?: number
  /** Whether it is the largest picture of the first screen. */
  priority?: boolean
  /** Whether the style sheet crops it further, which then happens around the hotspot. */
  isCropped?: boolean
  className?: string
}

/** A picture from the CMS: plain `<img>`, without a script. */
export function Picture({ picture, className = '', ...options }: PictureProps) {
  const props = imageProps(picture, options)
  if (!props) return null
  // biome-ignore lint/performance/noImgElement: next/image is a client component; its props are all we need
  const image = <img {...props} alt={props.alt} className={`picture ${className}`} />
  // React preloads eager pictures, even those of pages that a link merely prefetches. It leaves the ones inside of
  // <picture> to the browser, which finds them early enough.
  return options.priority ? <picture className="contents">{image}</picture> : image
}
