import { getVersionFromId, type Rule, type SchemaTypeDefinition, type ValidationContext } from 'sanity'
import { findAdvice, type TitlePattern } from '@/lib/content/checks/advice'
import { findHardcodedOfferValues } from '@/lib/content/checks/hardcodedOfferValues'
import { findUnresolvedPlaceholders, getCounts } from '@/lib/content/checks/unresolvedPlaceholders'
import { findViolations, type PublishedPage, toPublishedPage } from '@/lib/content/checks/violations'
import type { Fields, Problem } from '@/lib/content/checks/walk'
import { apiVersion } from '@/lib/content/config'
import { isRecord } from '@/lib/content/contentGuards'
import type { OfferNumbers } from '@/lib/content/offerValues'
import { allPages } from '@/lib/pages'

/** How long an answer is remembered once it is there: a form is checked at every stroke of a key. Milliseconds. */
const remembered = 5000

/** What is published, as far as the checks of other documents go by it. */
type Published = {
  pages: readonly PublishedPage[]
  offer: OfferNumbers | null
  settings?: TitlePattern | null
}

type Check = (document: Fields, published: Published | undefined) => Problem[]

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
      check(rule, findErrors).error(),
      check(rule, findWarnings).warning(),
    ],
  })
}

function findErrors(document: Fields, published: Published | undefined): Problem[] {
  // The offer goes by its own inclusions, not by those that are published.
  const gaps =
    published && document._type !== 'offer'
      ? findUnresolvedPlaceholders(document, getCounts(published.offer))
      : []
  return [...findViolations(document, published?.pages), ...gaps]
}

function findWarnings(document: Fields, published: Published | undefined): Problem[] {
  return [
    ...findAdvice(document, published?.pages, published?.settings),
    ...findHardcodedOfferValues(document, published?.offer),
  ]
}

function check(rule: Rule, findProblems: Check): Rule {
  return rule.custom(async (document: unknown, context) => {
    if (!isRecord(document)) return true
    const problems = findProblems(
      document,
      await fetchPublished(context, getVersionFromId(String(document._id))),
    )
    return problems.length === 0 || problems
  })
}

type Known = { until: number; published: Promise<Published | undefined> }

const knownBy = new Map<string | undefined, Known>()

/**
 * What is published, with a release what will be with it; undefined while the lake does not answer: nobody is kept from
 * publishing by that.
 */
function fetchPublished(
  { getClient }: ValidationContext,
  release: string | undefined,
): Promise<Published | undefined> {
  const known = knownBy.get(release)
  if (known && Date.now() < known.until) return known.published
  const perspective = release === undefined ? 'published' : [release]
  const client = getClient({ apiVersion }).withConfig({ perspective, maxRetries: 0 })
  const ids = allPages.map(({ document }) => document)
  const published = client
    .fetch<{ pages: Fields[]; offer: OfferNumbers | null; settings?: TitlePattern | null }>(
      `{
        "pages": *[_id in $ids || _type == "landingPage"]{_id, _type, path, formerPaths, sections[]{anchor, hidden}, seo{title}},
        "offer": *[_id == "offer"][0]{currency, introPrice, introMonths, regularPrice, inclusions[]{counts}, values[]{amount}},
        "settings": *[_id == "siteSettings"][0]{siteName, titleTemplate}
      }`,
      { ids },
    )
    .then(({ pages, offer, settings }) => ({ pages: pages.map(toPublishedPage), offer, settings }))
    .catch(() => undefined)
  const asked = { until: Number.POSITIVE_INFINITY, published }
  published.then(() => {
    asked.until = Date.now() + remembered
  })
  knownBy.set(release, asked)
  return published
}
