import { singletonTypes } from '@/lib/content/fixedDocuments'
import { getPublishedId } from '@/lib/content/reading/tags'
import { normalizePath, parseRedirectTarget } from '@/lib/content/routing/redirects'
import { isRecord, isText } from '@/lib/content/text/contentGuards'
import { describeLandingPathProblem, filterUsablePaths } from '@/lib/landingPages'
import { offerPath } from '@/lib/membership/offer/offerPath'
import { findPage, isListed } from '@/lib/pages'
import { getDocumentTitle } from '@/studio/documentTitle'
import { type FieldPath, type Fields, type Problem, toList, toRecords, walkObjects } from './walk'

/** The parts of a page that the checks for links and titles need, whether the page is published or not. */
export type PublishedPage = {
  id: string
  /** A landing page's current and former paths; `lib/pages.ts` has those of other pages. */
  paths: readonly string[]
  /** The sections with a link name. */
  anchors: readonly { anchor: string; isHidden: boolean }[]
  /** The title for search engines. */
  title?: string
}

/** The types of documents that can link or redirect to a page. */
export const linkingTypes: readonly string[] = [...singletonTypes, 'legalPage', 'landingPage', 'announcement']

/** Finds documents of the types in `$types` ({@link linkingTypes}). Run it in the perspective `published`. */
export const linkingQuery = '*[_type in $types]'

/** Extracts the parts of a document that the checks need. */
export function toPublishedPage({ _id, _type, path, formerPaths, sections, seo }: Fields): PublishedPage {
  return {
    id: getPublishedId(String(_id)),
    paths: _type === 'landingPage' ? filterUsablePaths([path, ...toList(formerPaths)]) : [],
    anchors: toRecords(sections).flatMap(({ anchor, hidden }) =>
      isText(anchor) ? [{ anchor, isHidden: hidden === true }] : [],
    ),
    ...(isRecord(seo) && typeof seo.title === 'string' ? { title: seo.title } : {}),
  }
}

/** A link to a path of this site. The fragment is empty if the link has none. */
type PageLink = { page: string; fragment: string; path: FieldPath }

/** Lists a document's links to pages of the site, with the field path of each link. */
function findPageLinks(document: Fields): PageLink[] {
  return [...walkObjects(document)].flatMap(({ value: { kind, page, fragment }, path }) =>
    kind === 'page' && isText(page) ? [{ page, fragment: isText(fragment) ? fragment : '', path }] : [],
  )
}

/** Lists a document's links and redirects to pages of the site. */
function findLinksAndRedirects(document: Fields): PageLink[] {
  const rules = document._type === 'redirects' ? toRecords(document.rules) : []
  const redirects = rules.flatMap(({ to }): PageLink[] => {
    const target = typeof to === 'string' ? parseRedirectTarget(to) : null
    return target && !target.external ? [splitHref(target.href)] : []
  })
  return [...findPageLinks(document), ...redirects]
}

function splitHref(href: string): PageLink {
  const [page = '', fragment = ''] = href.split('#')
  return { page: normalizePath(page) ?? page, fragment, path: [] }
}

/**
 * Finds the other documents that link or redirect to one of a page's paths.
 *
 * @param documents - the result of {@link linkingQuery}
 */
export function findInboundLinks<Document extends Fields>(
  { id, paths }: Pick<PublishedPage, 'id' | 'paths'>,
  documents: readonly Document[],
): Document[] {
  return documents.filter(
    (document) =>
      getPublishedId(String(document._id)) !== id &&
      findLinksAndRedirects(document).some(({ page }) => paths.includes(page)),
  )
}

function findTarget(path: string, publishedPages: readonly PublishedPage[]): PublishedPage | undefined {
  const page = findPage(path)
  return publishedPages.find(({ id, paths }) => (page ? id === page.document : paths.includes(path)))
}

/**
 * Finds links to pages that do not exist, are not listed (see {@link isListed}) or are not published.
 *
 * @param publishedPages - undefined when they could not be read; then links to unpublished pages are not found
 */
export function findBrokenLinks(
  document: Fields,
  publishedPages: readonly PublishedPage[] | undefined,
): Problem[] {
  const pages = publishedPages && [toPublishedPage(document), ...publishedPages]
  return findPageLinks(document).flatMap(({ page: target, path }) => {
    const page = findPage(target)
    const isPossible = page ? isListed(page) : !describeLandingPathProblem(target)
    if (isPossible && (!pages || findTarget(target, pages))) return []
    const message =
      isPossible && page
        ? `“${page.title}” isn’t published, so this link would open an empty page. Publish that page first.`
        : `Visitors can’t open any page at ${target}.`
    return [{ path: [...path, 'page'], message }]
  })
}

/** Finds links to a missing or hidden section. Such links open the top of the page. */
export function findAnchorAdvice(document: Fields, publishedPages: readonly PublishedPage[]): Problem[] {
  const pages = [toPublishedPage(document), ...publishedPages]
  return findPageLinks(document).flatMap(({ page: target, fragment, path }) => {
    const page = findPage(target)
    const anchors = findTarget(target, pages)?.anchors.filter(({ anchor }) => anchor === fragment)
    const hasSections = !page || page.kind === 'sections'
    if (!fragment || !hasSections || !anchors || anchors.some(({ isHidden }) => !isHidden)) return []
    const name = page?.title ?? target
    const reason =
      anchors.length > 0
        ? `The section “${fragment}” of “${name}” is hidden`
        : `“${name}” has no section with the link name “${fragment}”`
    return [{ path: [...path, 'fragment'], message: `${reason}, so this link opens the top of the page.` }]
  })
}

/** Lists a page's published sections whose link name is missing from the draft. */
export function listLostAnchors(page: Fields, published: Fields | null): (Fields & { anchor: string })[] {
  const anchors = toRecords(page.sections).map(({ anchor }) => anchor)
  return toRecords(published?.sections)
    .filter((section): section is Fields & { anchor: string } => isText(section.anchor))
    .filter(({ anchor }) => !anchors.includes(anchor))
}

/**
 * Finds sections that were removed or whose link name was changed, although links or redirects target them.
 *
 * @param published - the page's published version
 * @param documents - the published documents that can link to a page
 */
export function findLostSections(
  page: Fields,
  published: Fields | null,
  documents: readonly Fields[],
): Problem[] {
  const ownPage = toPublishedPage(page)
  const others = documents.filter(({ _id }) => getPublishedId(String(_id)) !== ownPage.id)
  const links = [page, ...others].flatMap((document) =>
    findLinksAndRedirects(document).map((link) => ({ ...link, title: getDocumentTitle(document) })),
  )
  links.push({ ...splitHref(offerPath), title: 'Checkout’s return URL' })
  return listLostAnchors(page, published).flatMap(({ anchor, _key }) => {
    const inboundLinks = links.filter(
      (link) => link.fragment === anchor && findTarget(link.page, [ownPage]) === ownPage,
    )
    if (inboundLinks.length === 0) return []
    const titles = [...Map.groupBy(inboundLinks, ({ title }) => title)].map(([title, { length }]) =>
      length === 1 ? title : `${title} (${length})`,
    )
    const renamed = toRecords(page.sections).find((section) => _key && section._key === _key)
    const message = `No section has the link name “${anchor}” anymore, but these link to it: ${titles.join(', ')}. Give a section this link name, or change those links first.`
    return [{ path: renamed ? ['sections', { _key: String(_key) }, 'anchor'] : ['sections'], message }]
  })
}
