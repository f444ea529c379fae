import { allPages, findPage } from '@/lib/pages'
import { isRecord } from '../contentGuards'
import { fillTemplate } from '../format'
import { pictureFormatAdvice } from './pictureFormats'
import { findPageLinks, type PublishedPage, toPublishedPage } from './violations'
import { type FieldPath, type Fields, type Problem, toRecords, walkObjects } from './walk'

/** The shortest title with information for search results. Characters. */
const minTitleLength = 5

/** Approximate number of characters of a title that search engines show. */
const maxTitleLength = 60

/** The suffix that the settings add to the title of each page. */
export type TitlePattern = { siteName?: string | null; titleTemplate?: string | null }

/**
 * Finds advice for a document: texts for search engines and screen readers, headings, and targets of links. Advice
 * does not block publishing.
 *
 * @param published - the published pages; undefined when they could not be read
 * @param settings - as published; without them a title is checked without its suffix
 */
export function findAdvice(
  document: Fields,
  published: readonly PublishedPage[] | undefined,
  settings?: TitlePattern | null,
): Problem[] {
  return [
    ...searchAdvice(document, settings),
    ...duplicateAdvice(document, published ?? []),
    ...pictureAdvice(document),
    ...pictureFormatAdvice(document),
    ...headingAdvice(document),
    ...anchorAdvice(document, published ?? []),
  ]
}

function searchAdvice({ _id, _type, seo }: Fields, settings: TitlePattern | null | undefined): Problem[] {
  const page = allPages.find(({ document }) => document === toPublishedPage({ _id }).id)
  // Forms and legal texts are no search results.
  const isSearched = _type === 'landingPage' || (page && ['sections', 'contact'].includes(page.kind))
  if (!isRecord(seo) || !isSearched) return []
  const { title, description, noindex } = seo
  const found: Problem[] = []
  if (noindex === true) {
    found.push({ path: ['seo', 'noindex'], message: 'Search engines will leave this page out.' })
  }
  if (typeof title === 'string' && title.trim() && [...title].length < minTitleLength) {
    const message = `This title has ${[...title].length} characters. Say a little more: who searches sees little else.`
    found.push({ path: ['seo', 'title'], message })
  }
  const whole = fillTemplate(settings?.titleTemplate, {
    title: String(title),
    siteName: settings?.siteName ?? '',
  })
  if (typeof title === 'string' && [...whole].length > maxTitleLength) {
    const message = `With the name of the site the title has ${[...whole].length} characters, “${whole}”. Search engines show about ${maxTitleLength}.`
    found.push({ path: ['seo', 'title'], message })
  }
  if (typeof title === 'string' && typeof description === 'string' && plain(description) === plain(title)) {
    const message =
      'The description repeats the title, which stands right above it. Say what the page offers.'
    found.push({ path: ['seo', 'description'], message })
  }
  return found
}

/** Finds a title that another page also has, for example after “Paste document” on the wrong page. */
function duplicateAdvice(document: Fields, published: readonly PublishedPage[]): Problem[] {
  const { id, title } = toPublishedPage(document)
  const same = title && published.find((page) => page.id !== id && page.title === title)
  if (!same) return []
  const name = allPages.find((page) => page.document === same.id)?.title ?? same.paths[0]
  const message = `“${name}” has the same title. Was that document pasted over this one?`
  return [{ path: ['seo', 'title'], message }]
}

/** Normalizes a text for comparison. */
const plain = (text: string) =>
  text
    .trim()
    .toLowerCase()
    .replace(/[.!?]$/, '')

const fileNamePattern =
  /\.(jpe?g|png|webp|avif|gif|heic)$|^(img|dsc|dscn|pxl|image|photo|screenshot)[\s_-]*\d/i
const pictureWordPattern = /^(an? )?(image|picture|photo|photograph|graphic|screenshot)s? of\b/i

/** Finds alternative texts without information for screen reader users. */
function pictureAdvice(document: Fields): Problem[] {
  const pictures = [...walkObjects(document)].flatMap(({ value, path }) =>
    isRecord(value.asset) && typeof value.alt === 'string' && value.alt.trim()
      ? [
          {
            ...value,
            alt: value.alt.trim(),
            path: [...path, 'alt'] as FieldPath,
            asset: getAssetId(value.asset),
          },
        ]
      : [],
  )
  return pictures.flatMap(({ alt, path, asset, ...picture }) => {
    const caption = 'caption' in picture ? picture.caption : undefined
    if (fileNamePattern.test(alt)) {
      return [{ path, message: `“${alt}” is the name of a file. Say what there is to see.` }]
    }
    if (pictureWordPattern.test(alt)) {
      return [{ path, message: 'Leave out “picture of”: that it is a picture is said anyway.' }]
    }
    if (!/\s/.test(alt))
      return [{ path, message: 'One word says little. Describe the picture in a sentence.' }]
    if (typeof caption === 'string' && caption.trim().toLowerCase() === alt.toLowerCase()) {
      return [
        { path, message: 'This repeats the caption, so it is heard twice. Describe what there is to see.' },
      ]
    }
    const other = pictures.find((one) => one.alt.toLowerCase() === alt.toLowerCase() && one.asset !== asset)
    return other ? [{ path, message: 'Another picture has the same text. What is different here?' }] : []
  })
}

function getAssetId(asset: Fields): unknown {
  return asset._ref ?? asset._id
}

/** Finds rich texts whose first heading skips a level. The site sets the levels of section headings itself. */
function headingAdvice(document: Fields): Problem[] {
  const texts = [...walkObjects(document)].flatMap(({ value, path }) =>
    Object.entries(value).map(([name, inner]) => ({
      path: [...path, name],
      blocks: toRecords(inner),
    })),
  )
  return texts.flatMap(({ path, blocks }) => {
    const first = blocks.find(({ style }) => style === 'h2' || style === 'h3')
    if (first?.style !== 'h3') return []
    return [{ path, message: 'The first heading should be a “Heading”, not a “Smaller heading”.' }]
  })
}

/** Finds links to a missing section, which open the page at its top. */
function anchorAdvice(document: Fields, published: readonly PublishedPage[]): Problem[] {
  const own = toPublishedPage(document)
  return findPageLinks(document).flatMap(({ page, fragment, path }) => {
    const target = findPage(page)
    if ((target && target.kind !== 'sections') || typeof fragment !== 'string' || !fragment) return []
    const there = [own, ...published].find(({ id, paths }) =>
      target ? id === target.document : paths.includes(page),
    )
    const name = target?.title ?? page
    if (!there || there.anchors.includes(fragment)) return []
    const message = there.hidden.includes(fragment)
      ? `The section “${fragment}” of “${name}” is hidden, so this link opens the page at its top.`
      : `“${name}” has no section with the link name “${fragment}”, so this link opens the page at its top.`
    return [{ path: [...path, 'fragment'], message }]
  })
}
