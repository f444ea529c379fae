import type { SanityClient } from 'sanity'
import { z } from 'zod'
import { type Change, diffDocuments, type StoredDocument } from './changes'

/** A client with the perspective `raw`. */
type ContentLake = Pick<SanityClient, 'config' | 'request' | 'fetch' | 'mutate'>

/** The history does not reach back far enough, or has too many changes. The message is shown to the editor. */
export class HistoryError extends Error {
  override readonly name = 'HistoryError'
}

const tooOldMessage =
  'Sanity’s history doesn’t reach back that far. It covers 3 days on the Free plan, 90 on Growth and 365 on Enterprise. Choose a later time, or use a backup.'

const documentsSchema = z.array(z.looseObject({ _id: z.string(), _type: z.string(), _rev: z.string() }))
const transactionsSchema = z.array(z.looseObject({ id: z.string(), documentIDs: z.array(z.string()) }))

/** Maximum number of transactions in a response. */
const pageSize = 1000
/** Maximum number of responses with transactions to read. */
const maxPages = 100

/** Reads the transaction log: https://www.sanity.io/docs/developer-guides/find-and-restore-deleted-documents */
async function readTransactionLog(contentLake: ContentLake, path: string, query: Record<string, string>) {
  const url = `/data/history/${contentLake.config().dataset}/transactions${path}`
  const response = await contentLake.request<unknown>({ url, query: { excludeContent: 'true', ...query } })
  // The response is NDJSON. The client has already parsed a response of a single line, which is valid JSON.
  const lines =
    typeof response === 'string' ? response.split('\n').filter((line) => line.trim() !== '') : undefined
  return transactionsSchema.parse(lines?.map((line): unknown => JSON.parse(line)) ?? [response ?? []].flat())
}

/** Returns the ids of published documents, which have no dot, that were written or deleted since a time. */
async function readChangedIds(contentLake: ContentLake, time: string): Promise<string[]> {
  const changedIds = new Set<string>()
  let query: Record<string, string> = { fromTime: time }
  for (let page = 0; page < maxPages; page += 1) {
    const transactions = await readTransactionLog(contentLake, '', { limit: String(pageSize), ...query })
    const ids = transactions.flatMap(({ documentIDs }) => documentIDs)
    for (const id of ids.filter((documentId) => !documentId.includes('.'))) changedIds.add(id)
    const lastTransaction = transactions.at(-1)
    if (!lastTransaction || transactions.length < pageSize) return [...changedIds]
    query = { fromTransaction: lastTransaction.id }
  }
  throw new HistoryError('There are too many changes since then. Choose a later time.')
}

/** Reads all published documents of the given types. */
export async function readPublished(
  contentLake: ContentLake,
  types: readonly string[],
): Promise<StoredDocument[]> {
  const documents = await contentLake.fetch<unknown>('*[_type in $types && _id in path("*")]', { types })
  return documentsSchema.parse(documents)
}

/**
 * Reads the changes that restore the site to a point in time, one for each document that differs.
 *
 * @param time - ISO 8601, UTC
 * @param types - the site's document types; others are ignored
 * @param published - all published documents of these types
 * @throws HistoryError when the history does not reach back to that time, or has too many changes since
 */
export async function readChanges(
  contentLake: ContentLake,
  time: string,
  types: readonly string[],
  published: readonly StoredDocument[],
): Promise<Change[]> {
  const ids = await readChangedIds(contentLake, time)
  const url = `/data/history/${contentLake.config().dataset}/documents`
  const readPast = (id: string) =>
    contentLake.request<{ documents: unknown }>({ url: `${url}/${id}`, query: { time } })
  const responses = await Promise.all(ids.map(readPast))
  const past = responses.flatMap(({ documents }) => documentsSchema.parse(documents))
  const pastOfSite = past.filter(({ _type }) => types.includes(_type))
  const changes = diffDocuments(published, pastOfSite, ids)
  for (const change of changes)
    if (await isBeyondHistory(contentLake, change, time)) throw new HistoryError(tooOldMessage)
  return changes
}

/**
 * Whether the history does not reach back to a time: a document that existed is missing, or has only a later state. How long
 * Sanity stores the history depends on the plan.
 */
async function isBeyondHistory(
  contentLake: ContentLake,
  { id, current, past }: Change,
  time: string,
): Promise<boolean> {
  const timeMs = Date.parse(time)
  if (past) return Date.parse(String(past._updatedAt)) > timeMs
  // The Content Lake may truncate a creation time to seconds.
  if (!current || Date.parse(String(current._createdAt)) + 1000 > timeMs) return false
  // It was created earlier, but may have been only a draft then, or unpublished and later published again.
  const query = { toTime: time, reverse: 'true', limit: '1' }
  return (await readTransactionLog(contentLake, `/${id},drafts.${id}`, query)).length === 0
}

/** Adds redirects to the home page, as a draft in which an editor chooses better targets. */
export async function draftRedirects(client: SanityClient, paths: readonly string[]): Promise<void> {
  const { _rev, ...published } = { _rev: '', ...(await client.getDocument('redirects')) }
  const fields = { _type: 'redirect', match: 'exact', to: '/', status: '301' }
  const rules = paths.map((from) => ({ ...fields, _key: crypto.randomUUID(), from }))
  await client
    .transaction()
    .createIfNotExists({ ...published, _id: 'drafts.redirects', _type: 'redirects' })
    .patch('drafts.redirects', (patch) => patch.setIfMissing({ rules: [] }).append('rules', rules))
    .commit()
}
