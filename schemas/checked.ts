import { getVersionFromId, type Rule, type SchemaTypeDefinition, type ValidationContext } from 'sanity'
import { adviceFor } from '@/lib/content/checks/advice'
import { type PublishedPage, pageOf, problemsIn } from '@/lib/content/checks/problems'
import type { Fields, Problem } from '@/lib/content/checks/walk'
import { apiVersion } from '@/lib/content/config'
import { isRecord } from '@/lib/content/contentGuards'
import { allPages } from '@/lib/pages'

/** How long an answer is remembered once it is there: a form is checked at every stroke of a key. Milliseconds. */
const remembered = 5000

type Check = (document: Fields, published: readonly PublishedPage[] | undefined) => Problem[]

/**
 * Adds the checks of whole documents to a document type: what would hurt visitors is an error, so that it is refused
 * whichever way it is published, and the rest is advice.
 */
export function checked(type: SchemaTypeDefinition): SchemaTypeDefinition {
  if (type.type !== 'document') return type
  const own = 'validation' in type && typeof type.validation === 'function' ? type.validation : () => []
  return Object.assign({}, type, {
    validation: (rule: Rule, context?: ValidationContext) => [
      ...[own(rule, context)].flat(),
      check(rule, problemsIn).error(),
      check(rule, adviceFor).warning(),
    ],
  })
}

function check(rule: Rule, problemsOf: Check): Rule {
  return rule.custom(async (document: unknown, context) => {
    if (!isRecord(document)) return true
    const problems = problemsOf(
      document,
      await publishedPages(context, getVersionFromId(String(document._id))),
    )
    return problems.length === 0 || problems
  })
}

type Known = { until: number; pages: Promise<readonly PublishedPage[] | undefined> }

const knownBy = new Map<string | undefined, Known>()

/**
 * The pages that are published, with a release those that will be with it; undefined while the lake does not answer:
 * nobody is kept from publishing by that.
 */
function publishedPages(
  { getClient }: ValidationContext,
  release: string | undefined,
): Promise<readonly PublishedPage[] | undefined> {
  const known = knownBy.get(release)
  if (known && Date.now() < known.until) return known.pages
  const perspective = release === undefined ? 'published' : [release]
  const client = getClient({ apiVersion }).withConfig({ perspective, maxRetries: 0 })
  const ids = allPages.map(({ document }) => document)
  const pages = client
    .fetch<Fields[]>(
      '*[_id in $ids || _type == "landingPage"]{_id, _type, path, formerPaths, sections[]{anchor, hidden}}',
      { ids },
    )
    .then((documents) => documents.map(pageOf))
    .catch(() => undefined)
  const asked = { until: Number.POSITIVE_INFINITY, pages }
  pages.then(() => {
    asked.until = Date.now() + remembered
  })
  knownBy.set(release, asked)
  return pages
}
