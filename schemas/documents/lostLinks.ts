import type { ValidationContext } from 'sanity'
import { findInboundLinks, linkingQuery, linkingTypes } from '@/lib/content/checks/inboundLinks'
import type { Fields } from '@/lib/content/checks/walk'
import { apiVersion } from '@/lib/content/config'
import type { KnownPaths } from '@/lib/content/landingPageRules'
import { getPublishedId } from '@/lib/content/tags'
import { getTitleWithRelease } from '@/studio/documentTitle'

/**
 * Checks that a landing page keeps the addresses to which links and redirects lead, published or in a release. While the content lake does
 * not answer, nothing is objected to.
 *
 * @param paths - where it will be, or will lead from
 * @param id - of the landing page, draft or not
 * @returns what is wrong and how to put it right, or null
 */
export async function findLostLinks(
  paths: readonly unknown[],
  id: string,
  { landingPages }: KnownPaths,
  { getClient, schema }: Pick<ValidationContext, 'getClient' | 'schema'>,
): Promise<string | null> {
  const page = landingPages.find(({ _id }) => _id === getPublishedId(id))
  const lost = [page?.path, ...(page?.formerPaths ?? [])].filter((path) => path && !paths.includes(path))
  if (lost.length === 0) return null
  const documents = await getClient({ apiVersion })
    .withConfig({ perspective: 'raw', maxRetries: 0 })
    .fetch<Fields[]>(linkingQuery, { types: linkingTypes })
    .catch(() => [])
  const leading = findInboundLinks({ _id: id, _type: 'landingPage', formerPaths: lost }, documents)
  if (leading.length === 0) return null
  const names = [...new Set(leading.map((one) => getTitleWithRelease(one, schema)))]
  return `Links lead to ${lost.join(', ')}: ${names.join(', ')}. Please change them first, or keep the address.`
}
