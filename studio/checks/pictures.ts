import { isRecord } from '@/lib/content/text/contentGuards'
import { type Fields, type Problem, walkObjects } from './walk'

/** Types whose pictures may be small or in portrait format. */
const uncheckedTypes: ReadonlySet<unknown> = new Set(['logo', 'person', 'testimonial', 'seo', 'siteSettings'])

/** The minimum width in pixels. Narrower pictures look blurry on large screens. */
const minWidth = 1600

/** Pictures with more megapixels slow down the site's image service, or are rejected by it. */
const maxMegapixels = 50

/** Lists a document's pictures, with their sizes in pixels; 0 for an asset that is not a picture. */
function listPictures(document: Fields) {
  return [...walkObjects(document)].flatMap(({ value, path, parent }) => {
    if (!isRecord(value.asset)) return []
    const ref = value.asset._ref ?? value.asset._id
    // The asset's id contains the size: https://www.sanity.io/docs/image-urls
    const [, width = 0, height = 0] = (/^image-[0-9a-f]+-(\d+)x(\d+)-/.exec(String(ref)) ?? []).map(Number)
    const alt = typeof value.alt === 'string' ? value.alt.trim() : ''
    return [{ alt, caption: value.caption, ref, width, height, path, parentType: parent?._type }]
  })
}

/** Finds pictures that are too large for the image service. */
export function findOversizedPictures(document: Fields): Problem[] {
  return listPictures(document).flatMap(({ width, height, path }) => {
    const megapixels = Math.round((width * height) / 1_000_000)
    const message = `This picture has ${megapixels} megapixels. Reduce it to 2400 × 1600 pixels, and upload it again.`
    return megapixels > maxMegapixels ? [{ path, message }] : []
  })
}

/**
 * Finds pictures that break the handbook's rules: those in portrait format, or too small for large screens. Also finds
 * alternative texts that say little or nothing about their picture, or repeat its caption or another picture's text.
 */
export function findPictureAdvice(document: Fields): Problem[] {
  const pictures = listPictures(document)
  return pictures.flatMap(({ alt, caption, ref, width, height, path, parentType }) => {
    const formatMessage = uncheckedTypes.has(parentType) ? null : describeFormatProblem(width, height)
    const isDuplicate = pictures.some((other) => isSameText(other.alt, alt) && other.ref !== ref)
    const altMessage = alt && describeAltProblem(alt, caption, isDuplicate)
    return [
      ...(formatMessage ? [{ path, message: formatMessage }] : []),
      ...(altMessage ? [{ path: [...path, 'alt'], message: altMessage }] : []),
    ]
  })
}

function describeFormatProblem(width: number, height: number): string | null {
  if (height > width) {
    return `This picture is in portrait format (${width} × ${height} pixels), but the site shows it in landscape, so most of it is cropped. Use a 3:2 landscape picture.`
  }
  return width > 0 && width < minWidth
    ? `This picture is ${width} pixels wide and looks blurry on large screens. Use at least ${minWidth}, ideally 2400 × 1600.`
    : null
}

const fileNamePattern =
  /\.(jpe?g|png|webp|avif|gif|heic)$|^(img|dsc|dscn|pxl|image|photo|screenshot)[\s_-]*\d/i
const pictureWordPattern = /^(an? )?(image|picture|photo|photograph|graphic|screenshot)s? of\b/i

function describeAltProblem(alt: string, caption: unknown, isDuplicate: boolean): string | null {
  if (fileNamePattern.test(alt)) return `“${alt}” is a file name. Describe what the picture shows.`
  if (pictureWordPattern.test(alt)) return 'Leave out “picture of”. Screen readers already say that.'
  if (!/\s/.test(alt)) return 'One word says little. Describe the picture in a sentence.'
  if (typeof caption === 'string' && isSameText(caption, alt)) {
    return 'This repeats the caption, so screen readers say it twice. Describe what the picture shows.'
  }
  return isDuplicate ? 'Another picture has the same text. Describe what’s different in this one.' : null
}

/** Whether two strings are the same, apart from capitalization, surrounding spaces and final punctuation. */
export function isSameText(text: string, other: string): boolean {
  const [normalized, normalizedOther] = [text, other].map((string) =>
    string
      .trim()
      .toLowerCase()
      .replace(/[.!?]$/, ''),
  )
  return normalized === normalizedOther
}
