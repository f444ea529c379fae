import type { ValidationContext } from 'sanity'
import { apiVersion } from '@/lib/content/reading/config'
import { countableNames } from '@/lib/content/text/offerValues'
import { getProperty } from '@/lib/errorCode'

/** Checks that no two inclusions count the same quantity ({@link countableNames}): a placeholder shows one number. */
export function checkUniqueCounts(inclusions: unknown): true | string {
  const names = readCounts(inclusions)
  const duplicate = Object.entries(countableNames).find(
    ([name]) => names.indexOf(name) !== names.lastIndexOf(name),
  )
  return duplicate
    ? `Two inclusions count “${duplicate[1]}”, but their placeholder can show only one number. Change one of them.`
    : true
}

/**
 * Checks that each quantity placeholder in use has an inclusion that provides its number. Searches the published
 * documents and the offer's form for placeholders; if the request fails, searches only the form.
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
  // The offer itself is read from the form, because the published offer can be outdated.
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
      return `No inclusion sets {${name}} anymore, but these documents use it: ${titles.join(', ')}. Change them first.`
    }
  }
  return true
}

function readCounts(inclusions: unknown): unknown[] {
  return Array.isArray(inclusions) ? inclusions.map((item) => getProperty(item, 'counts')) : []
}
