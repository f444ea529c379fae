import { isRecord } from '@/lib/content/text/contentGuards'
import { fillTemplate } from '@/lib/content/text/format'
import { allPages, findPage } from '@/lib/pages'
import { findPictureFormatAdvice } from './pictureFormats'
import { findPageLinks, type PublishedPage, toPublishedPage } from './violations'
import { type FieldPath, type Fields, type Problem, toRecords, walkObjects } from './walk'

/** Titles with fewer characters say too little in search results. */
const minTitleLength = 5

/** The number of characters of a title that search engines show, approximately. */
const maxTitleLength = 60

/** The settings from which, with a page's own title, its full title is formed. */
export type TitlePattern = { siteName?: string | null; titleTemplate?: string | null }

/**
 * Finds advice for a document: texts for search engines and screen readers, formats of pictures, headings, and targets
 * of links. Advice does not block publishing.
 *
 * @param publishedPages - undefined when they could not be read
 * @param settings - the published ones; without them, titles that are too long are not found
 */
export function findAdvice(
  document: Fields,
  publishedPages: readonly PublishedPage[] | undefined,
  settings?: TitlePattern | null,
): Problem[] {
  return [
    ...findSearchAdvice(document, settings),
    ...findDuplicateTitleAdvice(document, publishedPages ?? []),
    ...findAltTextAdvice(document),
    ...findPictureFormatAdvice(document),
    ...findHeadingAdvice(document),
    ...findAnchorAdvice(document, publishedPages ?? []),
  ]
}

function findSearchAdvice({ _id, _type, seo }: Fields, settings: TitlePattern | null | undefined): Problem[] {
  const page = allPages.find(({ document }) => document === toPublishedPage({ _id }).id)
  // Advice on search results is useful only for composed pages and the contact page.
  const isSearchTarget = _type === 'landingPage' || (page && ['sections', 'contact'].includes(page.kind))
  if (!isRecord(seo) || !isSearchTarget) return []
  const { title, description, noindex } = seo
  const advice: Problem[] = []
  if (noindex === true) {
    advice.push({ path: ['seo', 'noindex'], message: 'Search engines will leave this page out.' })
  }
  if (typeof title === 'string' && title.trim() && [...title].length < minTitleLength) {
    const message = `This title has ${[...title].length} characters. Say a little more: who searches sees little else.`
    advice.push({ path: ['seo', 'title'], message })
  }
  const fullTitle = fillTemplate(settings?.titleTemplate, {
    title: String(title),
    siteName: settings?.siteName ?? '',
  })
  if (typeof title === 'string' && [...fullTitle].length > maxTitleLength) {
    const message = `With the name of the site the title has ${[...fullTitle].length} characters, “${fullTitle}”. Search engines show about ${maxTitleLength}.`
    advice.push({ path: ['seo', 'title'], message })
  }
  if (
    typeof title === 'string' &&
    typeof description === 'string' &&
    normalizeText(description) === normalizeText(title)
  ) {
    const message =
      'The description repeats the title, which stands right above it. Say what the page offers.'
    advice.push({ path: ['seo', 'description'], message })
  }
  return advice
}

/** Finds a title that another page has, too, for example after “Paste document” on the wrong page. */
function findDuplicateTitleAdvice(document: Fields, publishedPages: readonly PublishedPage[]): Problem[] {
  const { id, title } = toPublishedPage(document)
  const duplicate = title && publishedPages.find((page) => page.id !== id && page.title === title)
  if (!duplicate) return []
  const name = allPages.find((page) => page.document === duplicate.id)?.title ?? duplicate.paths[0]
  const message = `“${name}” has the same title. Was that document pasted over this one?`
  return [{ path: ['seo', 'title'], message }]
}

/** Normalizes a text for comparison. */
const normalizeText = (text: string) =>
  text
    .trim()
    .toLowerCase()
    .replace(/[.!?]$/, '')

const fileNamePattern =
  /\.(jpe?g|png|webp|avif|gif|heic)$|^(img|dsc|dscn|pxl|image|photo|screenshot)[\s_-]*\d/i
const pictureWordPattern = /^(an? )?(image|picture|photo|photograph|graphic|screenshot)s? of\b/i

/** Finds alternative texts that say little or nothing about their picture, or only repeat another text. */
function findAltTextAdvice(document: Fields): Problem[] {
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
      return [{ path, message: 'Leave out “picture of”. Screen readers already say that.' }]
    }
    if (!/\s/.test(alt))
      return [{ path, message: 'One word says little. Describe the picture in a sentence.' }]
    if (typeof caption === 'string' && caption.trim().toLowerCase() === alt.toLowerCase()) {
      return [
        { path, message: 'This repeats the caption, so it is heard twice. Describe what there is to see.' },
      ]
    }
    const duplicate = pictures.find(
      (candidate) => candidate.alt.toLowerCase() === alt.toLowerCase() && candidate.asset !== asset,
    )
    return duplicate ? [{ path, message: 'Another picture has the same text. What is different here?' }] : []
  })
}

function getAssetId(asset: Fields): unknown {
  return asset._ref ?? asset._id
}

/** Finds Portable Text whose first heading skips a level. The site sets the levels of section headings itself. */
function findHeadingAdvice(document: Fields): Problem[] {
  const texts = [...walkObjects(document)].flatMap(({ value, path }) =>
    Object.entries(value).map(([name, field]) => ({
      path: [...path, name],
      blocks: toRecords(field),
    })),
  )
  return texts.flatMap(({ path, blocks }) => {
    const firstHeading = blocks.find(({ style }) => style === 'h2' || style === 'h3')
    if (firstHeading?.style !== 'h3') return []
    return [{ path, message: 'The first heading should be a “Heading”, not a “Smaller heading”.' }]
  })
}

/** Finds links to a missing or hidden section, which open the page at its top. */
function findAnchorAdvice(document: Fields, publishedPages: readonly PublishedPage[]): Problem[] {
  const ownPage = toPublishedPage(document)
  return findPageLinks(document).flatMap(({ page, fragment, path }) => {
    const target = findPage(page)
    if ((target && target.kind !== 'sections') || typeof fragment !== 'string' || !fragment) return []
    const targetPage = [ownPage, ...publishedPages].find(({ id, paths }) =>
      target ? id === target.document : paths.includes(page),
    )
    const name = target?.title ?? page
    if (!targetPage || targetPage.anchors.includes(fragment)) return []
    const message = targetPage.hiddenAnchors.includes(fragment)
      ? `The section “${fragment}” of “${name}” is hidden, so this link opens the page at its top.`
      : `“${name}” has no section with the link name “${fragment}”, so this link opens the page at its top.`
    return [{ path: [...path, 'fragment'], message }]
  })
}
