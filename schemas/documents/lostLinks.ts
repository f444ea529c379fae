import type { ValidationContext } from 'sanity'
import { apiVersion } from '@/lib/content/reading/config'
import { getPublishedId } from '@/lib/content/reading/tags'
import type { KnownPaths } from '@/lib/content/routing/landingPageRules'
import { findInboundLinks, linkingQuery, linkingTypes } from '@/studio/checks/links'
import type { Fields } from '@/studio/checks/walk'
import { getDocumentTitle } from '@/studio/documentTitle'

/**
 * Checks that a landing page keeps each published path that another published document links or redirects to.
 * The check is skipped when the request fails.
 *
 * @param paths - the landing page's new path and former paths
 * @param id - id of the landing page or its draft
 * @returns the problem and its fix, or null
 */
export async function findLostLinks(
  paths: readonly unknown[],
  id: string,
  { landingPages }: KnownPaths,
  { getClient, schema }: Pick<ValidationContext, 'getClient' | 'schema'>,
): Promise<string | null> {
  const page = landingPages.find(({ _id }) => _id === getPublishedId(id))
  const lostPaths = page
    ? [page.path, ...(page.formerPaths ?? [])].filter((path) => !paths.includes(path))
    : []
  if (lostPaths.length === 0) return null
  const documents = await getClient({ apiVersion })
    .withConfig({ perspective: 'published', maxRetries: 0 })
    .fetch<Fields[]>(linkingQuery, { types: linkingTypes })
    .catch(() => [])
  const inboundLinks = findInboundLinks({ id: getPublishedId(id), paths: lostPaths }, documents)
  if (inboundLinks.length === 0) return null
  const titles = [...new Set(inboundLinks.map((document) => getDocumentTitle(document, schema)))]
  return `Other documents link to ${lostPaths.join(', ')}: ${titles.join(', ')}. Change those links first, or keep the path.`
}
