import type { Rule, SchemaTypeDefinition, ValidationContext } from 'sanity'
import { apiVersion } from '@/lib/content/reading/config'
import { getPublishedId } from '@/lib/content/reading/tags'
import { isRecord } from '@/lib/content/text/contentGuards'
import type { OfferNumbers } from '@/lib/content/text/offerTypes'
import { type LandingPage, parseLandingPages } from '@/lib/landingPages'
import { allPages } from '@/lib/pages'
import { findAdvice, type TitlePattern } from '@/studio/checks/advice'
import { findStaleFiles } from '@/studio/checks/attachedFiles'
import { findHardcodedOfferValues } from '@/studio/checks/hardcodedOfferValues'
import {
  linkingQuery,
  linkingTypes,
  listLostAnchors,
  type PublishedPage,
  toPublishedPage,
} from '@/studio/checks/links'
import { findViolations } from '@/studio/checks/violations'
import type { Fields, Problem } from '@/studio/checks/walk'
import { cacheBriefly } from './cacheBriefly'

/** How long the fetched data is cached. A form is validated on every keystroke. */
const cacheMs = 5000

/** The published pages, offer and settings that the checks compare a document with. */
type PublishedData = {
  pages: readonly PublishedPage[]
  landingPages: readonly LandingPage[]
  offer: OfferNumbers | null
  settings?: TitlePattern | null
}

type Context = {
  /** Undefined if the data could not be read. Checks that need it are skipped, so outages do not block publishing. */
  published: PublishedData | undefined
  /** The document's published version; null when there is none or it could not be read. */
  previous: Fields | null
  /** Fetches the published documents that can link to a page; none when they cannot be read. */
  fetchLinkingDocuments: () => Promise<Fields[]>
}

type FindProblems = (document: Fields, context: Context) => Problem[] | Promise<Problem[]>

/**
 * Adds whole-document checks to a document type. Violations are errors, which block publishing from a form; advice is
 * shown as warnings.
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

async function findErrors(
  document: Fields,
  { published, previous, fetchLinkingDocuments }: Context,
): Promise<Problem[]> {
  const hasLostAnchors = listLostAnchors(document, previous).length > 0
  const linkingDocuments = hasLostAnchors ? await fetchLinkingDocuments() : []
  const { pages, landingPages = [], offer } = published ?? {}
  return findViolations(document, { publishedPages: pages, landingPages, offer, previous, linkingDocuments })
}

function findWarnings(document: Fields, { published, previous }: Context): Problem[] {
  return [
    ...findAdvice(document, published?.pages ?? [], published?.settings),
    ...findHardcodedOfferValues(document, published?.offer),
    ...findStaleFiles(document, previous),
  ]
}

function createRule(rule: Rule, findProblems: FindProblems): Rule {
  return rule.custom(async (document: unknown, context) => {
    if (!isRecord(document)) return true
    const [published, previous] = await Promise.all([
      fetchPublished(context),
      fetchPrevious(context, getPublishedId(String(document._id))),
    ])
    const fetchLinkingDocuments = () => fetchLinking(context).then((documents) => documents ?? [])
    const problems = await findProblems(document, {
      published,
      previous: previous ?? null,
      fetchLinkingDocuments,
    })
    return problems.length === 0 || problems
  })
}

const getClient = (context: ValidationContext) =>
  context.getClient({ apiVersion }).withConfig({ perspective: 'published', maxRetries: 0 })

const fetchPublished = cacheBriefly(cacheMs, async (context: ValidationContext): Promise<PublishedData> => {
  const pageIds = allPages.map(({ document }) => document)
  const { pages, offer, settings } = await getClient(context).fetch<{
    pages: Fields[]
    offer: OfferNumbers | null
    settings?: TitlePattern | null
  }>(
    `{
      "pages": *[_id in $pageIds || _type == "landingPage"]{_id, _type, title, path, formerPaths, sections[]{anchor, hidden}, seo{title}},
      "offer": *[_id == "offer"][0]{currency, introPrice, introMonths, regularPrice, inclusions[]{counts}, values[]{amount}},
      "settings": *[_id == "siteSettings"][0]{siteName, titleTemplate}
    }`,
    { pageIds },
  )
  const landingPages = parseLandingPages(pages.filter(({ _type }) => _type === 'landingPage'))
  return { pages: pages.map(toPublishedPage), landingPages, offer, settings }
})

const fetchPrevious = cacheBriefly(cacheMs, (context: ValidationContext, id: string) =>
  getClient(context).fetch<Fields | null>('*[_id == $id][0]', { id }),
)

const fetchLinking = cacheBriefly(cacheMs, (context: ValidationContext) =>
  getClient(context).fetch<Fields[]>(linkingQuery, { types: linkingTypes }),
)
