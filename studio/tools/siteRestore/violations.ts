import type { SanityDocument } from 'sanity'
import { z } from 'zod'
import { parseLandingPages } from '@/lib/landingPages'
import { siteOrigin } from '@/lib/seo/metadata'
import { toPublishedPage } from '@/studio/checks/links'
import { findViolations } from '@/studio/checks/violations'
import { validateFrom, validateTo } from '@/studio/redirectRules'
import { buildRestored, type Change } from './changes'

/** A rule that a restored site would break: the document, and the message. */
export type Violation = { document: SanityDocument; message: string }

type Marker = { level: string; message: string; path: readonly unknown[] }

/**
 * Finds violations of a restored site: errors of restored documents, such as deleted pictures, and links, redirects and
 * placeholders that no longer work. Existing violations are left out, unless their document is restored.
 *
 * @param published - all currently published documents
 * @param validate - the Studio's validation of a document, which compares it with the current site
 */
export async function findRestoreViolations(
  changes: readonly Change[],
  published: readonly SanityDocument[],
  validate: (document: SanityDocument) => Promise<Marker[]>,
): Promise<Violation[]> {
  const isRestored = (id: string) => changes.some((change) => change.id === id)
  const restored = [
    ...published.filter(({ _id }) => !isRestored(_id)),
    ...changes.flatMap((change) => buildRestored(change) ?? []),
  ]
  const findCurrent = createSiteChecks(published, published)
  const findRestored = createSiteChecks(restored, published)
  const violations = restored.map(async (document) => {
    const [current, messages] = [findCurrent(document), findRestored(document)]
    const errors = isRestored(document._id)
      ? (await validate(document)).filter(({ level }) => level === 'error')
      : []
    const ownMessages = errors.map(({ path, message }) =>
      path.at(-1) === 'asset' ? 'One of its pictures or videos was deleted.' : message,
    )
    const newMessages = [
      ...ownMessages.filter((message) => !current.includes(message)),
      ...messages.filter((message) => isRestored(document._id) || !current.includes(message)),
    ]
    return [...new Set(newMessages)].map((message) => ({ document, message }))
  })
  return (await Promise.all(violations)).flat()
}

const text = z.string().nullish().catch(null)
const redirectsSchema = z.array(z.object({ from: text, match: text, to: text })).catch([])

/**
 * Creates the checks of links, sections, placeholders and redirects against the other documents of a site.
 *
 * @param published - the currently published documents, whose linked sections have to stay
 * @returns a function that returns the messages about a document
 */
function createSiteChecks(
  documents: readonly SanityDocument[],
  published: readonly SanityDocument[],
): (document: SanityDocument) => string[] {
  const publishedPages = documents.map(toPublishedPage)
  const landingPages = parseLandingPages(documents.filter(({ _type }) => _type === 'landingPage'))
  const offer = documents.find(({ _id }) => _id === 'offer') ?? null
  return (document) => {
    const previous = published.find(({ _id }) => _id === document._id) ?? null
    const rules = document._type === 'redirects' ? redirectsSchema.parse(document.rules) : []
    const content = { publishedPages, offer, previous, linkingDocuments: documents }
    return [
      ...findViolations(document, content).map(({ message }) => message),
      ...rules.flatMap((rule) => validateFrom(rule, rules, landingPages) ?? []),
      ...rules.flatMap((rule) => validateTo(rule, rules, siteOrigin, landingPages) ?? []),
    ]
  }
}
