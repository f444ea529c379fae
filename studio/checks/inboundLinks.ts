import { singletonTypes } from '@/lib/content/fixedDocuments'
import { getPublishedId } from '@/lib/content/reading/tags'
import { normalizePath, parseRedirectTarget } from '@/lib/content/routing/redirects'
import { allPages } from '@/lib/pages'
import { findPageLinks, toPublishedPage } from './violations'
import { type Fields, toList, walkObjects } from './walk'

/** The types of documents that can link or redirect to a page. */
export const linkingTypes: readonly string[] = [
  ...new Set([
    ...allPages.map(({ document }) => document),
    ...singletonTypes,
    'legalPage',
    'landingPage',
    'announcement',
  ]),
]

/** Finds these documents. Requires the perspective `published`, and {@link linkingTypes} as `$types`. */
export const linkingQuery = '*[_type in $types]'

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
