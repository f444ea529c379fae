import { allPages } from '@/lib/pages'
import { isRecord } from '../contentGuards'
import { isFixed, singletonTypes } from '../fixedDocuments'
import { normalizePath, parseRedirectTarget } from '../redirects'
import { getPublishedId, getReleaseName } from '../tags'
import { findPageLinks, toPublishedPage } from './violations'
import { type Fields, toList, walkObjects } from './walk'

/** The types of documents that can link or redirect visitors to a page, or that the site needs. */
export const linkingTypes: readonly string[] = [
  ...new Set([
    ...allPages.map(({ document }) => document),
    ...singletonTypes,
    'legalPage',
    'landingPage',
    'announcement',
  ]),
]

/**
 * Finds published documents that link to a page, and versions in releases, whose checks may be over when a page is
 * deleted. Query it with the perspective `raw`, and with {@link linkingTypes} as `$types`.
 */
export const linkingQuery = '*[_type in $types && (_id in path("*") || _id in path("versions.**"))]'

/**
 * Finds the documents that link visitors to a landing page, at its current or a former path.
 *
 * @param documents - the result of {@link linkingQuery}
 */
export function findInboundLinks<Document extends Fields>(
  page: Fields,
  documents: readonly Document[],
): Document[] {
  const { id, paths } = toPublishedPage(page)
  return documents.filter(
    (one) => getPublishedId(String(one._id)) !== id && paths.some((path) => linksToPath(one, path)),
  )
}

/** A landing page with the documents that still link to it, or a document that the site needs, without any. */
export type LinkedPage = { page: Fields; inboundLinks: Fields[] }

/**
 * Finds documents that a release must not delete: those that the site needs, and landing pages with links to them.
 * Sanity creates such a release to undo one that added the page, and checks no deleted document (6.16.0).
 *
 * @param documents - the result of {@link linkingQuery}
 * @param release - its name; undefined for all releases
 */
export function findLinkedDeletions(documents: readonly Fields[], release?: string): LinkedPage[] {
  const isDeleted = ({ _system }: Fields) => isRecord(_system) && _system.delete === true
  const byId = new Map(documents.map((one) => [String(one._id), one]))
  return documents.flatMap((version) => {
    const name = getReleaseName(String(version._id))
    const page = byId.get(getPublishedId(String(version._id)))
    if (name === undefined || !page || !isDeleted(version)) return []
    if (release !== undefined && release !== name) return []
    if (isFixed(String(page._type))) return [{ page, inboundLinks: [] }]
    if (page._type !== 'landingPage') return []
    const afterwards = documents.filter((one) => {
      const isReplaced =
        getReleaseName(String(one._id)) === undefined && byId.has(`versions.${name}.${one._id}`)
      return !isReplaced && !(getReleaseName(String(one._id)) === name && isDeleted(one))
    })
    const inboundLinks = findInboundLinks(page, afterwards)
    return inboundLinks.length > 0 ? [{ page, inboundLinks }] : []
  })
}

/** Whether a document links or redirects to a path of this site. */
export function linksToPath(document: Fields, path: string): boolean {
  return (
    findPageLinks(document).some(({ page }) => page === path) ||
    findRedirectPaths(document).some((target) => target === path)
  )
}

/** The paths of this site to which the rules of a document redirect. */
function findRedirectPaths({ _type, rules }: Fields): (string | null)[] {
  if (_type !== 'redirects') return []
  return [...walkObjects(toList(rules))].map(({ value: { to } }) => {
    const target = typeof to === 'string' ? parseRedirectTarget(to) : null
    return target && !target.external ? normalizePath(target.href.replace(/#.*$/, '')) : null
  })
}
