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
export type Stored = Fields & { _id: string; _type: string; _rev: string }

/** The change of a document in a site restore. At least one of the two states exists. */
export type Change = {
  id: string
  type: string
  /** Whether the restore changes, recreates or deletes the document. */
  kind: 'changed' | 'recreated' | 'deleted'
  current: Stored | undefined
  past: Stored | undefined
  /** The fields that differ. */
  fields: string[]
}

/** Types that are restored only when an editor selects them: charges, and the terms that members agreed to. */
const manuallySelected: ReadonlySet<string> = new Set(['offer', 'legalPage'])

/** Whether a change would delete a document that the site needs. */
export function isFixedDeletion({ type, kind }: Pick<Change, 'type' | 'kind'>): boolean {
  return kind === 'deleted' && isFixed(type)
}

/** Whether a change is selected until the editor deselects it. */
export function isSelectedByDefault(change: Pick<Change, 'type' | 'kind'>): boolean {
  return !manuallySelected.has(change.type) && !isFixedDeletion(change)
}

/** Fields that the Content Lake writes with every change. */
const systemFields: ReadonlySet<string> = new Set(['_rev', '_updatedAt', '_createdAt', '_system'])

/**
 * Compares two states of the site.
 *
 * @param now - the published documents
 * @param then - their earlier states, without documents that did not exist
 */
export function diffDocuments(now: readonly Stored[], then: readonly Stored[]): Change[] {
  const [before, after] = [indexById(then), indexById(now)]
  return [...new Set([...after.keys(), ...before.keys()])].toSorted().flatMap((id): Change[] => {
    const [current, past] = [after.get(id), before.get(id)]
    const type = current?._type ?? past?._type
    if (type === undefined) return []
    const fields = diffFields(current, past)
    if (current && past && fields.length === 0) return []
    const kind = !past ? 'deleted' : current ? 'changed' : 'recreated'
    return [{ id, type, kind, current, past, fields }]
  })
}

const indexById = (documents: readonly Stored[]) =>
  new Map(documents.map((document): [string, Stored] => [document._id, document]))

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
 * Whether the history does not reach back to a time: an older document is missing in it, or has a later state only. Sanity
 * deletes old history, by plan.
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
 * Builds the mutations of one transaction that restores documents. It fails as a whole when one of them was published since
 * `changes` was read.
 *
 * @throws Error when a change would delete a document that the site needs
 */
export function buildMutations(changes: readonly Change[]): Mutation[] {
  const refused = changes.find(isFixedDeletion)
  if (refused) throw new Error(`The site needs this document: ${refused.id} (${refused.type})`)
  return changes.flatMap((change): Mutation[] => {
    const { current } = change
    const past = buildRestored(change)
    // Only a patch can require a revision. This one changes nothing, because no document has the field.
    const guard = current && {
      patch: { id: current._id, ifRevisionID: current._rev, unset: ['isRestored'] },
    }
    if (!past) return guard ? [guard, { delete: { id: guard.patch.id } }] : []
    const { _rev, _updatedAt, _createdAt, ...content } = past
    const written = { ...content, _id: past._id, _type: past._type }
    // A recreated document gets a new creation time, so that the history shows when it did not exist.
    if (!current || !guard) return [{ create: written }]
    return [guard, { createOrReplace: { ...written, _createdAt: current._createdAt } }]
  })
}

/**
 * Returns the document to write: its earlier state. A landing page that has moved since gets its current path as a former
 * path, so that it redirects.
 */
export function buildRestored({ past, current }: Pick<Change, 'past' | 'current'>): Stored | undefined {
  if (past?._type !== 'landingPage' || !current) return past
  const lost = toPublishedPage(current).paths.filter((path) => !toPublishedPage(past).paths.includes(path))
  return lost.length === 0 ? past : { ...past, formerPaths: [...toList(past.formerPaths), ...lost] }
}

/** A rule that a restore would break: the document's id, and the message. */
export type Violation = { id: string; message: string }

/**
 * Finds violations between documents of the restored site: links and redirects to missing pages, and placeholders that the
 * offer does not fill. Existing violations are left out, unless their document is restored.
 *
 * @param published - all currently published documents
 */
export function findSiteViolations(selected: readonly Change[], published: readonly Stored[]): Violation[] {
  const replaced = new Map(selected.map((change) => [change.id, buildRestored(change)]))
  const after = [
    ...published.filter(({ _id }) => !replaced.has(_id)),
    ...[...replaced.values()].filter((document) => document !== undefined),
  ]
  const [now, then] = [buildSiteContext(published), buildSiteContext(after)]
  return after.flatMap((document) => {
    const found = findMessages(document, then)
    const known = replaced.has(document._id) ? [] : findMessages(document, now)
    return found
      .filter((message) => !known.includes(message))
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
export function buildSiteContext(documents: readonly Stored[]): SiteContext {
  const offer = documents.find(({ _id }) => _id === 'offer')
  return {
    pages: documents.map(toPublishedPage),
    landingPages: parseLandingPages(documents.filter(({ _type }) => _type === 'landingPage')),
    counts: getCounts(offer),
  }
}

/** Returns the messages of the checks that depend on other documents. */
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
  const own = typeof value._ref === 'string' && /^(image|file)-/.test(value._ref) ? [value._ref] : []
  return [...own, ...Object.values(value).flatMap(collectAssetIds)]
}
