import { isRecord } from '@/lib/content/text/contentGuards'
import { type FieldPath, type Fields, type Problem, walkObjects } from './walk'

/** Types whose pictures may be small or upright. */
const uncheckedTypes: ReadonlySet<unknown> = new Set(['logo', 'person', 'testimonial', 'seo', 'siteSettings'])

/** Below this width in pixels a picture is blurred on large screens. */
const minWidth = 1600

/** A picture with more pixels slows the site’s image service down, or is refused by it. */
const maxMegapixels = 50

/** Finds pictures that are too large for the image service. */
export function findOversizedPictures(document: Fields): Problem[] {
  return [...walkObjects(document)].flatMap(({ value, path }): Problem[] => {
    const [width = 0, height = 0] = isRecord(value.asset) ? readSize(value.asset._ref) : []
    const megapixels = Math.round((width * height) / 1_000_000)
    const message = `This picture has ${megapixels} megapixels. Reduce it to 2400 × 1600 pixels, and upload it again.`
    return megapixels > maxMegapixels ? [{ path, message }] : []
  })
}

/** Finds pictures that are upright, or too small for large screens, by the handbook's rules. */
export function findPictureFormatAdvice(document: Fields): Problem[] {
  return [...walkObjects(document)].flatMap(({ value, path }) => {
    if (uncheckedTypes.has(value._type)) return []
    return Object.entries(value).flatMap(([name, field]) => {
      const items = Array.isArray(field) ? field : [field]
      return items.flatMap((item: unknown, index): Problem[] => {
        const message = isRecord(item) && isRecord(item.asset) ? describeFormatProblem(item.asset._ref) : null
        if (!message || !isRecord(item)) return []
        const key: FieldPath = typeof item._key === 'string' ? [{ _key: item._key }] : [index]
        return [{ path: [...path, name, ...(Array.isArray(field) ? key : [])], message }]
      })
    })
  })
}

/** Reads the size of a picture in pixels from the id of its asset: https://www.sanity.io/docs/image-urls */
function readSize(ref: unknown): number[] {
  const [, width, height] = /^image-[0-9a-f]+-(\d+)x(\d+)-/.exec(String(ref)) ?? []
  return width && height ? [Number(width), Number(height)] : []
}

function describeFormatProblem(ref: unknown): string | null {
  const [width, height] = readSize(ref)
  if (!width || !height) return null
  if (height > width) {
    return `This picture is upright, ${width} × ${height} pixels, and is shown landscape: most of it is cropped. Take one of 3:2.`
  }
  return width < minWidth
    ? `This picture is ${width} pixels wide and looks soft on large screens. Use at least ${minWidth}, best 2400 × 1600.`
    : null
}
