import type { SanityDocument } from 'sanity'
import { z } from 'zod'
import { parseLandingPages } from '@/lib/landingPages'
import { siteOrigin } from '@/lib/seo/metadata'
import { toPublishedPage } from '@/studio/checks/links'
import { findViolations } from '@/studio/checks/violations'
import { validateFrom, validateTo } from '@/studio/redirectRules'
import { buildRestored, type Change, isFixedDeletion, type StoredDocument } from './changes'

/** A rule that a restore would break: the document's id, and the message. */
export type Violation = { id: string; message: string }

type Marker = { level: string; message: string; path: readonly unknown[] }

/**
 * Finds the violations of each document if it is restored, apart from those that depend on other documents.
 *
 * @param published - all currently published documents
 * @param validate - the Studio's validation of a document, which also finds deleted pictures and files
 */
export async function findDocumentViolations(
  changes: readonly Change[],
  published: readonly StoredDocument[],
  validate: (document: SanityDocument) => Promise<Marker[]>,
): Promise<Violation[]> {
  const findSiteMessages = createSiteChecks(published, published)
  const violations = changes.map(async (change): Promise<Violation[]> => {
    const { id } = change
    if (isFixedDeletion(change))
      return [{ id, message: 'The site needs this document, so it can’t be deleted. Deselect it.' }]
    const restored = buildRestored(change)
    if (!restored) return []
    const [_createdAt, _updatedAt] = [String(restored._createdAt), String(restored._updatedAt)]
    const errors = (await validate({ ...restored, _createdAt, _updatedAt })).filter(
      ({ level }) => level === 'error',
    )
    // Violations against the current site are left out: `findSiteViolations` checks against the restored site.
    const siteMessages = findSiteMessages(restored)
    const messages = errors
      .map(({ path, message }) =>
        path.at(-1) === 'asset' ? 'One of its pictures or videos was deleted.' : message,
      )
      .filter((message) => !siteMessages.includes(message))
    return [...new Set(messages)].map((message) => ({ id, message }))
  })
  return (await Promise.all(violations)).flat()
}

/**
 * Finds violations of the restored site, such as links and redirects to missing pages, and placeholders that the offer does
 * not fill. Existing violations are left out, unless their document is restored.
 *
 * @param published - all currently published documents
 */
export function findSiteViolations(
  selected: readonly Change[],
  published: readonly StoredDocument[],
): Violation[] {
  const isRestored = (id: string) => selected.some((change) => change.id === id)
  const restored = [
    ...published.filter(({ _id }) => !isRestored(_id)),
    ...selected.flatMap((change) => buildRestored(change) ?? []),
  ]
  const [findCurrent, findRestored] = [
    createSiteChecks(published, published),
    createSiteChecks(restored, published),
  ]
  return restored.flatMap((document) => {
    const existing = isRestored(document._id) ? [] : findCurrent(document)
    const messages = findRestored(document).filter((message) => !existing.includes(message))
    return messages.map((message) => ({ id: document._id, message }))
  })
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
  documents: readonly StoredDocument[],
  published: readonly StoredDocument[],
): (document: StoredDocument) => string[] {
  const publishedPages = documents.map(toPublishedPage)
  const landingPages = parseLandingPages(documents.filter(({ _type }) => _type === 'landingPage'))
  const offer = documents.find(({ _id }) => _id === 'offer') ?? null
  return (document) => {
    const rules = document._type === 'redirects' ? redirectsSchema.parse(document.rules) : []
    const previous = published.find(({ _id }) => _id === document._id) ?? null
    const content = { publishedPages, offer, previous, linkingDocuments: documents }
    return [
      ...findViolations(document, content).map(({ message }) => message),
      ...rules.flatMap((rule) => validateFrom(rule, rules, landingPages) ?? []),
      ...rules.flatMap((rule) => validateTo(rule, rules, siteOrigin, landingPages) ?? []),
    ]
  }
}
