import { allPages } from '@/lib/pages'
import { isRecord } from '../contentGuards'
import { isFixed, singletonTypes } from '../fixedDocuments'
import { comparablePath, redirectTarget } from '../redirects'
import { publishedId, releaseOf } from '../tags'
import { pageLinksIn, pageOf } from './problems'
import { type Fields, listIn, objectsOf } from './walk'

/** The types of documents that can lead visitors to a page, by a link or a redirect, or that the site needs. */
export const leadingTypes: readonly string[] = [
  ...new Set([
    ...allPages.map(({ document }) => document),
    ...singletonTypes,
    'legalPage',
    'landingPage',
    'announcement',
  ]),
]

/**
 * Finds what leads visitors somewhere, or will: what is published, and what is in a release, whose checks may be over
 * when a page goes away. Asked with the perspective `raw`, and with {@link leadingTypes} as `$types`.
 */
export const leadingQuery = '*[_type in $types && (_id in path("*") || _id in path("versions.**"))]'

/**
 * The documents that lead visitors to a landing page, at its own address or a former one.
 *
 * @param documents - those that the {@link leadingQuery} finds
 */
export function documentsLeadingTo<Document extends Fields>(
  page: Fields,
  documents: readonly Document[],
): Document[] {
  const { id, paths } = pageOf(page)
  return documents.filter(
    (one) => publishedId(String(one._id)) !== id && paths.some((path) => leadsTo(one, path)),
  )
}

/** A landing page with the documents that still link to it, or a document that the site needs, without any. */
export type LostPage = { page: Fields; leading: Fields[] }

/**
 * Documents that a release must not delete: those that the site needs, and landing pages with links to them. Sanity makes such a release to undo one that
 * brought the page, and checks no document that goes away (6.16.0).
 *
 * @param documents - those that the {@link leadingQuery} finds
 * @param release - its name; undefined for all releases
 */
export function lostWithRelease(documents: readonly Fields[], release?: string): LostPage[] {
  const goesAway = ({ _system }: Fields) => isRecord(_system) && _system.delete === true
  const byId = new Map(documents.map((one) => [String(one._id), one]))
  return documents.flatMap((version) => {
    const name = releaseOf(String(version._id))
    const page = byId.get(publishedId(String(version._id)))
    if (name === undefined || !page || !goesAway(version)) return []
    if (release !== undefined && release !== name) return []
    if (isFixed(String(page._type))) return [{ page, leading: [] }]
    if (page._type !== 'landingPage') return []
    const afterwards = documents.filter((one) => {
      const isReplaced = releaseOf(String(one._id)) === undefined && byId.has(`versions.${name}.${one._id}`)
      return !isReplaced && !(releaseOf(String(one._id)) === name && goesAway(one))
    })
    const leading = documentsLeadingTo(page, afterwards)
    return leading.length > 0 ? [{ page, leading }] : []
  })
}

/** Whether a document leads visitors to an address of this site. */
export function leadsTo(document: Fields, path: string): boolean {
  return (
    pageLinksIn(document).some(({ page }) => page === path) ||
    redirectsIn(document).some((target) => target === path)
  )
}

/** The addresses of this site to which the rules of a document redirect. */
function redirectsIn({ _type, rules }: Fields): (string | null)[] {
  if (_type !== 'redirects') return []
  return [...objectsOf(listIn(rules))].map(({ value: { to } }) => {
    const target = typeof to === 'string' ? redirectTarget(to) : null
    return target && !target.external ? comparablePath(target.href.replace(/#.*$/, '')) : null
  })
}
