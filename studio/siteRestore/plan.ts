import { findUnresolvedPlaceholders, getCounts } from '@/lib/content/checks/unresolvedPlaceholders'
import { findViolations, type PublishedPage, toPublishedPage } from '@/lib/content/checks/violations'
import { type Fields, toList, toRecords } from '@/lib/content/checks/walk'
import { isRecord } from '@/lib/content/contentGuards'
import { isFixed } from '@/lib/content/fixedDocuments'
import { fromProblem, toProblem } from '@/lib/content/redirectRules'
import type { RedirectValue } from '@/lib/content/redirects'
import { type LandingPage, parseLandingPages } from '@/lib/landingPages'
import { siteOrigin } from '@/lib/seo/metadata'

/** A published document, of which nothing but its place is known. */
export type Stored = Fields & { _id: string; _type: string; _rev: string }

/** What putting the site back would do with a document: at least one of the two states is there. */
export type Change = {
  id: string
  type: string
  /** It says something else, it was deleted since, or it did not exist yet. */
  kind: 'changes' | 'returns' | 'goes'
  current: Stored | undefined
  past: Stored | undefined
  /** The fields that differ. */
  fields: string[]
}

/** Types that are only put back when somebody ticks them: what members are charged, and what they agreed to. */
const manuallySelected: ReadonlySet<string> = new Set(['offer', 'legalPage'])

/** Whether a change would delete a document that the site needs. */
export function isFixedDeletion({ type, kind }: Pick<Change, 'type' | 'kind'>): boolean {
  return kind === 'goes' && isFixed(type)
}

/** Whether a change is selected until the editor deselects it. */
export function isSelectedByDefault(change: Pick<Change, 'type' | 'kind'>): boolean {
  return !manuallySelected.has(change.type) && !isFixedDeletion(change)
}

/** What the lake writes with every change, and says nothing about the content. */
const systemFields: ReadonlySet<string> = new Set(['_rev', '_updatedAt', '_createdAt', '_system'])

/**
 * What differs between two states of the site.
 *
 * @param now - the documents as they are published
 * @param then - the same documents as they were; those that did not exist are left out
 */
export function diffDocuments(now: readonly Stored[], then: readonly Stored[]): Change[] {
  const [before, after] = [byId(then), byId(now)]
  return [...new Set([...after.keys(), ...before.keys()])].toSorted().flatMap((id): Change[] => {
    const [current, past] = [after.get(id), before.get(id)]
    const type = current?._type ?? past?._type
    if (type === undefined) return []
    const fields = diffFields(current, past)
    if (current && past && fields.length === 0) return []
    const kind = !past ? 'goes' : current ? 'changes' : 'returns'
    return [{ id, type, kind, current, past, fields }]
  })
}

const byId = (documents: readonly Stored[]) =>
  new Map(documents.map((document): [string, Stored] => [document._id, document]))

function diffFields(a: Fields = {}, b: Fields = {}): string[] {
  const names = new Set([...Object.keys(a), ...Object.keys(b)].filter((name) => !systemFields.has(name)))
  return [...names].filter((name) => !isSame(a[name], b[name]))
}

/** Whether two values are the same, in whatever order their fields were written. */
function isSame(a: unknown, b: unknown): boolean {
  if (Array.isArray(a) && Array.isArray(b)) {
    return a.length === b.length && a.every((item, index) => isSame(item, b[index]))
  }
  if (isRecord(a) && isRecord(b)) {
    const names = new Set([...Object.keys(a), ...Object.keys(b)])
    return [...names].every((name) => isSame(a[name], b[name]))
  }
  return a === b
}

/**
 * Whether the history shows that it does not reach back to a moment: a document that was there already is not in it, or
 * is only known as it was later. A plan of Sanity keeps history for some time, and forgets what is older.
 *
 * @param time - ISO 8601, UTC
 */
export function isBeyondHistory({ current, past }: Pick<Change, 'current' | 'past'>, time: string): boolean {
  const moment = Date.parse(time)
  if (past) return Date.parse(String(past._updatedAt)) > moment
  // The lake may have cut the time of a creation down to its second.
  return current !== undefined && Date.parse(String(current._createdAt)) + 1000 <= moment
}

/** A mutation of the Content Lake: https://www.sanity.io/docs/http-reference/mutation */
export type Mutation =
  | { create: Fields & { _type: string } }
  | { createOrReplace: Fields & { _id: string; _type: string } }
  | { delete: { id: string } }
  | { patch: { id: string; ifRevisionID: string; unset: string[] } }

/**
 * What makes documents as they were, as one transaction. It fails as a whole when somebody has published one of them
 * since `changes` was found out.
 *
 * @throws Error when a change would delete a document that the site needs
 */
export function buildMutations(changes: readonly Change[]): Mutation[] {
  const refused = changes.find(isFixedDeletion)
  if (refused) throw new Error(`The site needs this document: ${refused.id} (${refused.type})`)
  return changes.flatMap((change): Mutation[] => {
    const { current } = change
    const past = buildRestored(change)
    // Only a patch can ask for a revision. This one changes nothing: no document has such a field.
    const guard = current && {
      patch: { id: current._id, ifRevisionID: current._rev, unset: ['isPutBack'] },
    }
    if (!past) return guard ? [guard, { delete: { id: guard.patch.id } }] : []
    const { _rev, _updatedAt, _createdAt, ...content } = past
    const written = { ...content, _id: past._id, _type: past._type }
    // What comes back is as new as the transaction, so that the history shows when it was not there.
    if (!current || !guard) return [{ create: written }]
    return [guard, { createOrReplace: { ...written, _createdAt: current._createdAt } }]
  })
}

/**
 * A document as it is written: as it was, and a landing page that was at another address then with the one that visitors
 * know now, which leads there.
 */
export function buildRestored({ past, current }: Pick<Change, 'past' | 'current'>): Stored | undefined {
  if (past?._type !== 'landingPage' || !current) return past
  const lost = toPublishedPage(current).paths.filter((path) => !toPublishedPage(past).paths.includes(path))
  return lost.length === 0 ? past : { ...past, formerPaths: [...toList(past.formerPaths), ...lost] }
}

/** What would hurt visitors if documents were put back: the id of the document, and the reason. */
export type Violation = { id: string; message: string }

/**
 * What “Before you publish” says of the whole site as it would be: links and redirects to pages that would go, or texts
 * with a number that the offer would not have. What is wrong with the site as it is now is left out, unless the document
 * itself is put back.
 *
 * @param published - every published document now
 */
export function findSiteViolations(chosen: readonly Change[], published: readonly Stored[]): Violation[] {
  const replaced = new Map(chosen.map((change) => [change.id, buildRestored(change)]))
  const after = [
    ...published.filter(({ _id }) => !replaced.has(_id)),
    ...[...replaced.values()].filter((document) => document !== undefined),
  ]
  const [now, then] = [buildSite(published), buildSite(after)]
  return after.flatMap((document) => {
    const found = messagesOf(document, then)
    const known = replaced.has(document._id) ? [] : messagesOf(document, now)
    return found
      .filter((message) => !known.includes(message))
      .map((message) => ({ id: document._id, message }))
  })
}

/** What the checks of one document go by in the others. */
type Site = {
  pages: readonly PublishedPage[]
  landingPages: readonly LandingPage[]
  /** What the inclusions of the offer count. */
  counts: readonly unknown[]
}

/**
 * What the checks of one document go by in the others.
 *
 * @param documents - all that are published, now or then
 */
export function buildSite(documents: readonly Stored[]): Site {
  const offer = documents.find(({ _id }) => _id === 'offer')
  return {
    pages: documents.map(toPublishedPage),
    landingPages: parseLandingPages(documents.filter(({ _type }) => _type === 'landingPage')),
    counts: getCounts(offer),
  }
}

/** What those checks of a document say that depend on the others. */
export function messagesOf(document: Fields, { pages, landingPages, counts }: Site): string[] {
  const rules = document._type === 'redirects' ? toRecords(document.rules).map(ruleOf) : []
  return [
    ...[...findViolations(document, pages), ...findUnresolvedPlaceholders(document, counts)].map(
      ({ message }) => message,
    ),
    ...rules.flatMap((rule) => [
      fromProblem(rule, rules, landingPages),
      toProblem(rule, rules, siteOrigin, landingPages),
    ]),
  ].filter((message) => message !== null)
}

function ruleOf({ from, match, to }: Fields): RedirectValue {
  return { from: textOf(from), match: textOf(match), to: textOf(to) }
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : null)

/** Ids of the pictures and files that a document shows. */
export function collectAssetIds(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(collectAssetIds)
  if (!isRecord(value)) return []
  const own = typeof value._ref === 'string' && /^(image|file)-/.test(value._ref) ? [value._ref] : []
  return [...own, ...Object.values(value).flatMap(collectAssetIds)]
}
