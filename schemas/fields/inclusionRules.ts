import type { ValidationContext } from 'sanity'
import { apiVersion } from '@/lib/content/reading/config'
import { countableNames } from '@/lib/content/text/offerValues'
import { getProperty } from '@/lib/errorCode'

/** Checks that at most one inclusion counts each of the quantities that texts can show ({@link countableNames}). */
export function checkUniqueCounts(inclusions: unknown): true | string {
  const names = readCounts(inclusions)
  const duplicate = Object.entries(countableNames).find(
    ([name]) => names.indexOf(name) !== names.lastIndexOf(name),
  )
  return duplicate
    ? `Two inclusions count “${duplicate[1]}”, but texts can show only one number. Change one of them.`
    : true
}

/**
 * Checks that an inclusion counts each quantity whose placeholder a published document or the offer itself uses. When
 * the request fails, only the offer's own texts are checked.
 */
export async function checkCountedPlaceholders(
  inclusions: unknown,
  { getClient, schema, document }: Pick<ValidationContext, 'getClient' | 'schema' | 'document'>,
): Promise<true | string> {
  const names = readCounts(inclusions)
  const uncountedNames = Object.keys(countableNames).filter((name) => !names.includes(name))
  if (uncountedNames.length === 0) return true
  const documents = await getClient({ apiVersion })
    .withConfig({ perspective: 'published' })
    .fetch<{ _type: string }[]>('*[!string::startsWith(_type, "sanity.")]')
    .catch(() => [])
  // The offer's texts come from the form, because the published offer can be outdated.
  const checkedDocuments = [
    ...documents.filter(({ _type }) => _type !== 'offer'),
    ...(document ? [document] : []),
  ]
  for (const name of uncountedNames) {
    const documentsWithName = checkedDocuments.filter((candidate) =>
      JSON.stringify(candidate).includes(`{${name}}`),
    )
    const titles = [...new Set(documentsWithName.map(({ _type }) => schema.get(_type)?.title ?? _type))]
    if (titles.length > 0) {
      return `No inclusion counts {${name}} anymore, but these texts use it: ${titles.join(', ')}. Change them first.`
    }
  }
  return true
}

function readCounts(inclusions: unknown): unknown[] {
  return Array.isArray(inclusions) ? inclusions.map((item) => getProperty(item, 'counts')) : []
}
