import type { Rule, SchemaTypeDefinition, ValidationContext } from 'sanity'
import { apiVersion } from '@/lib/content/reading/config'
import { isRecord } from '@/lib/content/text/contentGuards'
import type { OfferNumbers } from '@/lib/content/text/offerTypes'
import { allPages } from '@/lib/pages'
import { findAdvice, type TitlePattern } from '@/studio/checks/advice'
import { findHardcodedOfferValues } from '@/studio/checks/hardcodedOfferValues'
import { findUnresolvedPlaceholders, getCounts } from '@/studio/checks/unresolvedPlaceholders'
import { findViolations, type PublishedPage, toPublishedPage } from '@/studio/checks/violations'
import type { Fields, Problem } from '@/studio/checks/walk'

/** How long the fetched data is cached. A form is validated at every keystroke. */
const cacheMs = 5000

/** Data of pages, offer and settings with which the checks compare a document. */
type PublishedData = {
  pages: readonly PublishedPage[]
  offer: OfferNumbers | null
  settings?: TitlePattern | null
}

type FindProblems = (document: Fields, published: PublishedData | undefined) => Problem[]

/**
 * Adds the checks of whole documents to a document type: violations are errors, which block publishing from a form; advice
 * is a warning.
 */
export function addDocumentChecks(type: SchemaTypeDefinition): SchemaTypeDefinition {
  if (type.type !== 'document') return type
  const validateType =
    'validation' in type && typeof type.validation === 'function' ? type.validation : () => []
  return Object.assign({}, type, {
    validation: (rule: Rule, context?: ValidationContext) => [
      ...[validateType(rule, context)].flat(),
      createRule(rule, findErrors).error(),
      createRule(rule, findWarnings).warning(),
    ],
  })
}

function findErrors(document: Fields, published: PublishedData | undefined): Problem[] {
  // The offer's own validation checks it against the inclusions in its form (`checkCountedPlaceholders`).
  const unresolved =
    published && document._type !== 'offer'
      ? findUnresolvedPlaceholders(document, getCounts(published.offer))
      : []
  return [...findViolations(document, published?.pages), ...unresolved]
}

function findWarnings(document: Fields, published: PublishedData | undefined): Problem[] {
  return [
    ...findAdvice(document, published?.pages, published?.settings),
    ...findHardcodedOfferValues(document, published?.offer),
  ]
}

function createRule(rule: Rule, findProblems: FindProblems): Rule {
  return rule.custom(async (document: unknown, context) => {
    if (!isRecord(document)) return true
    const problems = findProblems(document, await fetchPublished(context))
    return problems.length === 0 || problems
  })
}

let cached: { expiresAt: number; published: Promise<PublishedData | undefined> } | undefined

/**
 * Fetches the published data.
 *
 * @returns undefined when the request fails. Checks that need the data are then skipped, so that an outage does not block
 *   publishing
 */
function fetchPublished({ getClient }: ValidationContext): Promise<PublishedData | undefined> {
  if (cached && Date.now() < cached.expiresAt) return cached.published
  const client = getClient({ apiVersion }).withConfig({ perspective: 'published', maxRetries: 0 })
  const pageIds = allPages.map(({ document }) => document)
  const published = client
    .fetch<{ pages: Fields[]; offer: OfferNumbers | null; settings?: TitlePattern | null }>(
      `{
        "pages": *[_id in $pageIds || _type == "landingPage"]{_id, _type, path, formerPaths, sections[]{anchor, hidden}, seo{title}},
        "offer": *[_id == "offer"][0]{currency, introPrice, introMonths, regularPrice, inclusions[]{counts}, values[]{amount}},
        "settings": *[_id == "siteSettings"][0]{siteName, titleTemplate}
      }`,
      { pageIds },
    )
    .then(({ pages, offer, settings }) => ({ pages: pages.map(toPublishedPage), offer, settings }))
    .catch(() => undefined)
  // The request is not repeated while it is in flight.
  const entry = { expiresAt: Number.POSITIVE_INFINITY, published }
  published.then(() => {
    entry.expiresAt = Date.now() + cacheMs
  })
  cached = entry
  return published
}
