import { findUnresolvedPlaceholders, getCounts } from '@/lib/content/checks/unresolvedPlaceholders'
import { findViolations, type PublishedPage, toPublishedPage } from '@/lib/content/checks/violations'
import { type Fields, toList, toRecords } from '@/lib/content/checks/walk'
import { isRecord } from '@/lib/content/contentGuards'
import { isFixed } from '@/lib/content/fixedDocuments'
import { validateFrom, validateTo } from '@/lib/content/redirectRules'
import type { RedirectValue } from '@/lib/content/redirects'
import { type LandingPage, parseLandingPages } from '@/lib/landingPages'
import { siteOrigin } from '@/lib/seo/metadata'

/** A published document with unvalidated fields. */
export type StoredDocument = Fields & { _id: string; _type: string; _rev: string }

/** The change of a document in a site restore. At least one of the two states exists. */
export type Change = {
  id: string
  type: string
  /** Whether the restore changes, recreates or deletes the document. */
  kind: 'changed' | 'recreated' | 'deleted'
  current: StoredDocument | undefined
  past: StoredDocument | undefined
  /** The fields that differ. */
  fields: string[]
}

/** Types that are restored only when an editor selects them: the offer, and the legal pages. */
const manuallySelected: ReadonlySet<string> = new Set(['offer', 'legalPage'])

/** Whether a change would delete a document that the site needs. */
export function isFixedDeletion({ type, kind }: Pick<Change, 'type' | 'kind'>): boolean {
  return kind === 'deleted' && isFixed(type)
}

/** Whether a change is selected before the editor changes the selection. */
export function isSelectedByDefault(change: Pick<Change, 'type' | 'kind'>): boolean {
  return !manuallySelected.has(change.type) && !isFixedDeletion(change)
}

/** Fields that the Content Lake sets itself, which are no content. */
const systemFields: ReadonlySet<string> = new Set(['_rev', '_updatedAt', '_createdAt', '_system'])

/**
 * Compares two states of the site.
 *
 * @param currentDocuments - the published documents
 * @param pastDocuments - their earlier states, without documents that did not exist
 */
export function diffDocuments(
  currentDocuments: readonly StoredDocument[],
  pastDocuments: readonly StoredDocument[],
): Change[] {
  const [currentById, pastById] = [indexById(currentDocuments), indexById(pastDocuments)]
  return [...new Set([...currentById.keys(), ...pastById.keys()])].toSorted().flatMap((id): Change[] => {
    const [current, past] = [currentById.get(id), pastById.get(id)]
    const type = current?._type ?? past?._type
    if (type === undefined) return []
    const fields = diffFields(current, past)
    if (current && past && fields.length === 0) return []
    const kind = !past ? 'deleted' : current ? 'changed' : 'recreated'
    return [{ id, type, kind, current, past, fields }]
  })
}

const indexById = (documents: readonly StoredDocument[]) =>
  new Map(documents.map((document): [string, StoredDocument] => [document._id, document]))

function diffFields(a: Fields = {}, b: Fields = {}): string[] {
  const names = new Set([...Object.keys(a), ...Object.keys(b)].filter((name) => !systemFields.has(name)))
  return [...names].filter((name) => !isEqual(a[name], b[name]))
}

/** Whether two values are deeply equal, in any field order. */
function isEqual(a: unknown, b: unknown): boolean {
  if (Array.isArray(a) && Array.isArray(b)) {
    return a.length === b.length && a.every((item, index) => isEqual(item, b[index]))
  }
  if (isRecord(a) && isRecord(b)) {
    const names = new Set([...Object.keys(a), ...Object.keys(b)])
    return [...names].every((name) => isEqual(a[name], b[name]))
  }
  return a === b
}

/**
 * Whether the history does not reach back to a time: a document that existed is missing, or has only a later state. How long
 * Sanity stores the history depends on the plan.
 *
 * @param time - ISO 8601, UTC
 */
export function isBeyondHistory({ current, past }: Pick<Change, 'current' | 'past'>, time: string): boolean {
  const timeMs = Date.parse(time)
  if (past) return Date.parse(String(past._updatedAt)) > timeMs
  // The Content Lake may truncate a creation time to seconds.
  return current !== undefined && Date.parse(String(current._createdAt)) + 1000 <= timeMs
}

/** A mutation of the Content Lake: https://www.sanity.io/docs/http-reference/mutation */
export type Mutation =
  | { create: Fields & { _type: string } }
  | { createOrReplace: Fields & { _id: string; _type: string } }
  | { delete: { id: string } }
  | { patch: { id: string; ifRevisionID: string; unset: string[] } }

/**
 * Builds the mutations of one transaction that restores documents. The transaction fails as a whole when one of the
 * documents was published after `changes` was read.
 *
 * @throws Error when a change would delete a document that the site needs
 */
export function buildMutations(changes: readonly Change[]): Mutation[] {
  const fixedDeletion = changes.find(isFixedDeletion)
  if (fixedDeletion)
    throw new Error(`The site needs this document: ${fixedDeletion.id} (${fixedDeletion.type})`)
  return changes.flatMap((change): Mutation[] => {
    const { current } = change
    const past = buildRestored(change)
    // Only a patch can require a revision. This patch changes nothing, because no document has the field.
    const revisionCheck = current && {
      patch: { id: current._id, ifRevisionID: current._rev, unset: ['isRestored'] },
    }
    if (!past) return revisionCheck ? [revisionCheck, { delete: { id: revisionCheck.patch.id } }] : []
    const { _rev, _updatedAt, _createdAt, ...content } = past
    const restored = { ...content, _id: past._id, _type: past._type }
    // A recreated document gets a new creation time, so that the history shows when it did not exist.
    if (!current || !revisionCheck) return [{ create: restored }]
    return [revisionCheck, { createOrReplace: { ...restored, _createdAt: current._createdAt } }]
  })
}

/**
 * Returns the document that a restore writes: its earlier state, or undefined when it did not exist. A landing page
 * that has moved since gets its later paths as former paths, so that they redirect.
 */
export function buildRestored({
  past,
  current,
}: Pick<Change, 'past' | 'current'>): StoredDocument | undefined {
  if (past?._type !== 'landingPage' || !current) return past
  const lostPaths = toPublishedPage(current).paths.filter(
    (path) => !toPublishedPage(past).paths.includes(path),
  )
  return lostPaths.length === 0 ? past : { ...past, formerPaths: [...toList(past.formerPaths), ...lostPaths] }
}

/** A rule that a restore would break: the document's id, and the message. */
export type Violation = { id: string; message: string }

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
  const restoredById = new Map(selected.map((change) => [change.id, buildRestored(change)]))
  const restoredDocuments = [
    ...published.filter(({ _id }) => !restoredById.has(_id)),
    ...[...restoredById.values()].filter((document) => document !== undefined),
  ]
  const currentSite = buildSiteContext(published)
  const restoredSite = buildSiteContext(restoredDocuments)
  return restoredDocuments.flatMap((document) => {
    const messages = findMessages(document, restoredSite)
    const existingMessages = restoredById.has(document._id) ? [] : findMessages(document, currentSite)
    return messages
      .filter((message) => !existingMessages.includes(message))
      .map((message) => ({ id: document._id, message }))
  })
}

/** Data of other documents that the checks of one document use. */
type SiteContext = {
  pages: readonly PublishedPage[]
  landingPages: readonly LandingPage[]
  /** The `counts` values of the offer's inclusions. */
  counts: readonly unknown[]
}

/**
 * Collects the data that checks use from other documents.
 *
 * @param documents - all published documents, current or restored
 */
export function buildSiteContext(documents: readonly StoredDocument[]): SiteContext {
  const offer = documents.find(({ _id }) => _id === 'offer')
  return {
    pages: documents.map(toPublishedPage),
    landingPages: parseLandingPages(documents.filter(({ _type }) => _type === 'landingPage')),
    counts: getCounts(offer),
  }
}

/** Returns the messages of `findViolations`, and of the checks of placeholders and redirects. */
export function findMessages(document: Fields, { pages, landingPages, counts }: SiteContext): string[] {
  const rules = document._type === 'redirects' ? toRecords(document.rules).map(toRedirectValue) : []
  return [
    ...[...findViolations(document, pages), ...findUnresolvedPlaceholders(document, counts)].map(
      ({ message }) => message,
    ),
    ...rules.flatMap((rule) => [
      validateFrom(rule, rules, landingPages),
      validateTo(rule, rules, siteOrigin, landingPages),
    ]),
  ].filter((message) => message !== null)
}

function toRedirectValue({ from, match, to }: Fields): RedirectValue {
  return { from: toText(from), match: toText(match), to: toText(to) }
}

const toText = (value: unknown) => (typeof value === 'string' ? value : null)

/** Collects the ids of a document's pictures and files. */
export function collectAssetIds(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(collectAssetIds)
  if (!isRecord(value)) return []
  const ownIds = typeof value._ref === 'string' && /^(image|file)-/.test(value._ref) ? [value._ref] : []
  return [...ownIds, ...Object.values(value).flatMap(collectAssetIds)]
}
