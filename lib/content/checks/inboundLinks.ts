import { allPages } from '@/lib/pages'
import { isRecord } from '../contentGuards'
import { isFixed, singletonTypes } from '../fixedDocuments'
import { normalizePath, parseRedirectTarget } from '../redirects'
import { getPublishedId, getReleaseName } from '../tags'
import { findPageLinks, toPublishedPage } from './violations'
import { type Fields, toList, walkObjects } from './walk'

/** The types of documents that can link or redirect to a page, or that the site needs. */
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
 * Finds published documents, and versions in releases: a version may have been validated while a page to which it links
 * still existed. Requires the perspective `raw`, and {@link linkingTypes} as `$types`.
 */
export const linkingQuery = '*[_type in $types && (_id in path("*") || _id in path("versions.**"))]'

/**
 * Finds the other documents that link or redirect to a landing page, at its current or a former path.
 *
 * @param documents - the result of {@link linkingQuery}
 */
export function findInboundLinks<Document extends Fields>(
  page: Fields,
  documents: readonly Document[],
): Document[] {
  const { id, paths } = toPublishedPage(page)
  return documents.filter(
    (document) =>
      getPublishedId(String(document._id)) !== id && paths.some((path) => linksToPath(document, path)),
  )
}

/** A landing page with the documents that link to it; or a document that the site needs, with empty `inboundLinks`. */
export type ForbiddenDeletion = { page: Fields; inboundLinks: Fields[] }

/**
 * Finds documents that a release must not delete: those that the site needs, and landing pages with links to them.
 * Sanity creates such a release to undo one that added the page, and does not validate its deletions (6.16.0).
 *
 * @param documents - the result of {@link linkingQuery}
 * @param releaseName - undefined for all releases
 */
export function findForbiddenDeletions(
  documents: readonly Fields[],
  releaseName?: string,
): ForbiddenDeletion[] {
  const isDeleted = ({ _system }: Fields) => isRecord(_system) && _system.delete === true
  const byId = new Map(documents.map((document) => [String(document._id), document]))
  return documents.flatMap((version) => {
    const versionRelease = getReleaseName(String(version._id))
    const page = byId.get(getPublishedId(String(version._id)))
    if (versionRelease === undefined || !page || !isDeleted(version)) return []
    if (releaseName !== undefined && releaseName !== versionRelease) return []
    if (isFixed(String(page._type))) return [{ page, inboundLinks: [] }]
    if (page._type !== 'landingPage') return []
    const documentsAfterRelease = documents.filter((document) => {
      const documentRelease = getReleaseName(String(document._id))
      const isReplaced =
        documentRelease === undefined && byId.has(`versions.${versionRelease}.${document._id}`)
      return !isReplaced && !(documentRelease === versionRelease && isDeleted(document))
    })
    const inboundLinks = findInboundLinks(page, documentsAfterRelease)
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

/** Finds the paths of this site to which a document redirects; null for other targets. */
function findRedirectPaths({ _type, rules }: Fields): (string | null)[] {
  if (_type !== 'redirects') return []
  return [...walkObjects(toList(rules))].map(({ value: { to } }) => {
    const target = typeof to === 'string' ? parseRedirectTarget(to) : null
    return target && !target.external ? normalizePath(target.href.replace(/#.*$/, '')) : null
  })
}
