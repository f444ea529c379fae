import { isRecord, isText } from '@/lib/content/text/contentGuards'
import { fillTemplate } from '@/lib/content/text/format'
import { allPages } from '@/lib/pages'
import { findAnchorAdvice, type PublishedPage, toPublishedPage } from './links'
import { findPictureAdvice, isSameText } from './pictures'
import { type Fields, type Problem, toRecords, walkObjects } from './walk'

/** Titles with fewer characters say too little in search results. */
const minTitleLength = 5

/** The approximate number of a title's characters that search engines show. */
const maxTitleLength = 60

/** The settings that, with a page's own title, form its full title. */
export type TitlePattern = { siteName?: string | null; titleTemplate?: string | null }

/**
 * Finds advice on a document's search-engine fields, pictures, alternative text, headings and link targets. Advice
 * does not block publishing.
 *
 * @param publishedPages - empty when they could not be read
 * @param settings - the published settings; without them, titles that are too long are not found
 */
export function findAdvice(
  document: Fields,
  publishedPages: readonly PublishedPage[],
  settings?: TitlePattern | null,
): Problem[] {
  return [
    ...findSearchAdvice(document, settings),
    ...findDuplicateTitleAdvice(document, publishedPages),
    ...findPictureAdvice(document),
    ...findHeadingAdvice(document),
    ...findAnchorAdvice(document, publishedPages),
  ]
}

function findSearchAdvice(document: Fields, settings: TitlePattern | null | undefined): Problem[] {
  const { _type, seo } = document
  const page = allPages.find(({ document: id }) => id === toPublishedPage(document).id)
  // Advice on search results is useful only for composed pages and the contact page.
  const isSearchTarget = _type === 'landingPage' || (page && ['sections', 'contact'].includes(page.kind))
  if (!isRecord(seo) || !isSearchTarget) return []
  const { title, description } = seo
  const advice: Problem[] = []
  const advise = (field: string, message: string) => advice.push({ path: ['seo', field], message })
  if (seo.noindex === true) advise('noindex', 'Search engines will leave this page out.')
  if (typeof title !== 'string') return advice
  const length = [...title].length
  if (isText(title) && length < minTitleLength) {
    advise('title', `This title has ${length} characters. Say more: people who search see little else.`)
  }
  const fullTitle = fillTemplate(settings?.titleTemplate, { title, siteName: settings?.siteName ?? '' })
  const fullLength = [...fullTitle].length
  if (fullLength > maxTitleLength) {
    const limit = `Search engines show about ${maxTitleLength}.`
    advise('title', `With the site’s name, the title has ${fullLength} characters: “${fullTitle}”. ${limit}`)
  }
  if (typeof description === 'string' && isSameText(description, title)) {
    advise(
      'description',
      'The description repeats the title, which appears right above it. Say what the page offers.',
    )
  }
  return advice
}

/** Finds a title that another page also has, for example after “Paste document” on the wrong page. */
function findDuplicateTitleAdvice(document: Fields, publishedPages: readonly PublishedPage[]): Problem[] {
  const { id, title } = toPublishedPage(document)
  const duplicate = title && publishedPages.find((page) => page.id !== id && page.title === title)
  if (!duplicate) return []
  const name = allPages.find((page) => page.document === duplicate.id)?.title ?? duplicate.paths[0]
  const message = `“${name}” has the same title. Did you paste that document over this one?`
  return [{ path: ['seo', 'title'], message }]
}

/** Finds Portable Text whose first heading skips a level. The site sets the levels of section headings itself. */
function findHeadingAdvice(document: Fields): Problem[] {
  return [...walkObjects(document)].flatMap(({ value, path }) =>
    Object.entries(value).flatMap(([name, field]) => {
      const firstHeading = toRecords(field).find(({ style }) => style === 'h2' || style === 'h3')
      const message = 'The first heading should be a “Heading”, not a “Smaller heading”.'
      return firstHeading?.style === 'h3' ? [{ path: [...path, name], message }] : []
    }),
  )
}
