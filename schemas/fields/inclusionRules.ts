import type { ValidationContext } from 'sanity'
import { apiVersion } from '@/lib/content/config'
import { countableNames } from '@/lib/content/offerValues'
import { getProperty } from '@/lib/errorCode'

/** Two inclusions cannot count the same: texts say one number. */
export function checkUniqueCounts(inclusions: unknown): true | string {
  const names = readCounts(inclusions)
  const twice = Object.entries(countableNames).find(
    ([name]) => names.indexOf(name) !== names.lastIndexOf(name),
  )
  return twice
    ? `Two inclusions count “${twice[1]}”. Texts of the site can say one number: please change one.`
    : true
}

/**
 * What texts of the site say with a placeholder has to be counted by an inclusion, or they would have a gap. While the
 * content lake does not answer, nothing is objected to.
 */
export async function checkCountedPlaceholders(
  inclusions: unknown,
  { getClient, schema, document }: Pick<ValidationContext, 'getClient' | 'schema' | 'document'>,
): Promise<true | string> {
  const names = readCounts(inclusions)
  const missing = Object.keys(countableNames).filter((name) => !names.includes(name))
  if (missing.length === 0) return true
  const documents = await getClient({ apiVersion })
    .fetch<{ _type: string }[]>(
      '*[!(_id in path("drafts.**")) && !(_id in path("versions.**")) && !string::startsWith(_type, "sanity.")]',
    )
    .catch(() => [])
  // The offer says what its form says now, not what is published.
  const texts = [...documents.filter(({ _type }) => _type !== 'offer'), ...(document ? [document] : [])]
  for (const name of missing) {
    const saying = texts.filter((one) => JSON.stringify(one).includes(`{${name}}`))
    const titles = [...new Set(saying.map(({ _type }) => schema.get(_type)?.title ?? _type))]
    if (titles.length > 0) {
      return `No inclusion counts {${name}} any more, but texts say it: ${titles.join(', ')}. Please change them first.`
    }
  }
  return true
}

function readCounts(inclusions: unknown): unknown[] {
  return Array.isArray(inclusions) ? inclusions.map((item) => getProperty(item, 'counts')) : []
}
