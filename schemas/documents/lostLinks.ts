import type { ValidationContext } from 'sanity'
import { documentsLeadingTo, leadingTypes } from '@/lib/content/checks/leading'
import type { Fields } from '@/lib/content/checks/walk'
import { apiVersion } from '@/lib/content/config'
import type { KnownAddresses } from '@/lib/content/landingPageRules'
import { publishedId } from '@/lib/content/tags'
import { titleOf } from '@/studio/documentTitle'

/**
 * Checks that a landing page keeps the addresses to which published links and redirects lead. While the content lake does
 * not answer, nothing is objected to.
 *
 * @param paths - where it will be, or will lead from
 * @param id - of the landing page, draft or not
 * @returns what is wrong and how to put it right, or null
 */
export async function lostLinksProblem(
  paths: readonly unknown[],
  id: string,
  { landingPages }: KnownAddresses,
  { getClient, schema }: Pick<ValidationContext, 'getClient' | 'schema'>,
): Promise<string | null> {
  const page = landingPages.find(({ _id }) => _id === publishedId(id))
  const lost = [page?.path, ...(page?.formerPaths ?? [])].filter((path) => path && !paths.includes(path))
  if (lost.length === 0) return null
  const documents = await getClient({ apiVersion })
    .withConfig({ perspective: 'published', maxRetries: 0 })
    .fetch<Fields[]>('*[_type in $types]', { types: leadingTypes })
    .catch(() => [])
  const leading = documentsLeadingTo({ _id: id, _type: 'landingPage', formerPaths: lost }, documents)
  if (leading.length === 0) return null
  const names = [...new Set(leading.map((one) => titleOf(one, schema)))]
  return `Links lead to ${lost.join(', ')}: ${names.join(', ')}. Please change them first, or keep the address.`
}
