import { getPublishedId } from '@/lib/content/reading/tags'
import { isRecord, isText } from '@/lib/content/text/contentGuards'
import { describeLandingPathProblem, filterUsablePaths } from '@/lib/landingPages'
import { findPage, isListed, pages } from '@/lib/pages'
import { findOversizedPictures } from './pictureFormats'
import { type Fields, type Problem, toList, toRecords, walkObjects } from './walk'

/** The parts of a published page that the checks of links and titles need. */
export type PublishedPage = {
  id: string
  /** The paths of a landing page, current and former; `lib/pages.ts` has those of other pages. */
  paths: readonly string[]
  anchors: readonly string[]
  hiddenAnchors: readonly string[]
  /** The title for search engines. */
  title?: string
}

/**
 * Finds violations, which block publishing from a form.
 *
 * @param publishedPages - undefined when they could not be read; then links to unpublished pages are not found
 */
export function findViolations(
  document: Fields,
  publishedPages: readonly PublishedPage[] | undefined,
): Problem[] {
  return [
    ...findMissingFooterLinks(document),
    ...findEmptyPageProblem(document),
    ...findBrokenLinks(document, publishedPages),
    ...findOversizedPictures(document),
  ]
}

/** The pages to which the footer of every page must link. */
const requiredPages = [pages.terms, pages.privacy]

function findMissingFooterLinks({ _type, footerLinks }: Fields): Problem[] {
  if (_type !== 'siteSettings') return []
  const links = toRecords(footerLinks)
  return requiredPages
    .filter(({ path }) => !links.some(({ kind, page }) => kind === 'page' && page === path))
    .map(({ title }) => ({
      path: ['footerLinks'],
      message: `The footer has no link to “${title}”. Every page needs it: please add one.`,
    }))
}

/** Finds a page whose sections have no visible content, or no heading. */
function findEmptyPageProblem({ sections }: Fields): Problem[] {
  const allSections = toRecords(sections)
  if (allSections.length === 0) return []
  const visible = allSections.filter(({ hidden }) => hidden !== true)
  const rendered = visible.filter((section) => !lacksRequiredItems(section))
  // Without a heading, the offer section shows the offer's `packageName`.
  if (rendered.some(({ _type, heading }) => _type === 'offerSection' || isText(heading))) return []
  const message =
    visible.length === 0
      ? 'Every section of this page is hidden, so visitors would see an empty page.'
      : rendered.length === 0
        ? 'This page would be empty. Add people, episodes or testimonials with a consent date.'
        : 'No section of this page has a heading, so the page would have none. Please write one, or add a section that has one.'
  return [{ path: ['sections'], message }]
}

/** The lists without which a section is not rendered, by the section's type. */
export const requiredLists: Readonly<Record<string, string>> = {
  teamSection: 'people',
  episodesSection: 'episodes',
  testimonialsSection: 'testimonials',
}

/** Whether a section is not rendered because its list has no items that may be shown. */
export function lacksRequiredItems(section: Fields): boolean {
  const name = requiredLists[String(section._type)]
  if (!name) return false
  const items = toRecords(section[name])
  return name === 'testimonials' ? !items.some(({ consent }) => consent) : items.length === 0
}

/** Finds links to pages that do not exist, are not listed (see {@link isListed}) or are not published. */
function findBrokenLinks(document: Fields, publishedPages: readonly PublishedPage[] | undefined): Problem[] {
  const ownPage = toPublishedPage(document)
  const isLandingPage = (page: string) =>
    publishedPages
      ? [ownPage, ...publishedPages].some(({ paths }) => paths.includes(page))
      : !describeLandingPathProblem(page)
  return findPageLinks(document).flatMap(({ page, path }) => {
    const target = findPage(page)
    if (!target && isLandingPage(page)) return []
    if (!target || !isListed(target)) {
      return [{ path: [...path, 'page'], message: `No page that visitors can open has the path ${page}.` }]
    }
    const isPublished =
      !publishedPages ||
      target.document === ownPage.id ||
      publishedPages.some(({ id }) => id === target.document)
    const message = `“${target.title}” is not published, so this link would lead to an empty page. Publish that page first.`
    return isPublished ? [] : [{ path: [...path, 'page'], message }]
  })
}

/** Lists the links of a document to pages of the site, with the path to each. */
export function findPageLinks(document: Fields) {
  return [...walkObjects(document)].flatMap(({ value: { kind, page, fragment }, path }) =>
    kind === 'page' && typeof page === 'string' && page ? [{ page, fragment, path }] : [],
  )
}

/**
 * Extracts the parts of a document that the checks need, whether it is published or not: its published id, the link
 * names of its sections, the paths of a landing page, and the title.
 */
export function toPublishedPage({ _id, _type, path, formerPaths, sections, seo }: Fields): PublishedPage {
  const sectionAnchors = toList(sections)
    .filter(isRecord)
    .flatMap(({ anchor, hidden }) => (typeof anchor === 'string' ? [{ anchor, hidden }] : []))
  return {
    id: getPublishedId(String(_id)),
    paths: _type === 'landingPage' ? filterUsablePaths([path, ...toList(formerPaths)]) : [],
    anchors: sectionAnchors.filter(({ hidden }) => hidden !== true).map(({ anchor }) => anchor),
    hiddenAnchors: sectionAnchors.filter(({ hidden }) => hidden === true).map(({ anchor }) => anchor),
    ...(isRecord(seo) && typeof seo.title === 'string' ? { title: seo.title } : {}),
  }
}
