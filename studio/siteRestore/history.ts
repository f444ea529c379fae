import { z } from 'zod'
import { type ContentLake, readTransactionLog } from '../transactionLog'
import { buildMutations, type Change, diffDocuments, isBeyondHistory, type StoredDocument } from './plan'

const storedSchema = z.looseObject({ _id: z.string(), _type: z.string(), _rev: z.string() })
const documentsSchema = z.object({ documents: z.array(storedSchema) })
/** Maximum number of transactions in a response. */
const pageSize = 1000
/** Maximum number of responses with transactions to read. */
const maxPages = 100
/** Number of concurrent document requests. */
const concurrency = 5

/** The history does not reach back far enough, or has too many changes. The message is shown to the editor. */
export class HistoryError extends Error {
  override readonly name = 'HistoryError'
}

const tooOldMessage =
  'Sanity’s history doesn’t reach back that far. It covers 3 days on the Free plan, 90 on Growth and 365 on Enterprise. Choose a later time, or use a backup.'

/** Whether an id belongs to a published document. Ids of drafts, versions and system documents contain a dot. */
const isPublishedId = (id: string) => !id.includes('.')

/**
 * Returns the ids of published documents that were written or deleted since a time, from the dataset's log:
 * https://www.sanity.io/docs/developer-guides/find-and-restore-deleted-documents
 */
async function readChangedIds(contentLake: ContentLake, time: string): Promise<string[]> {
  const changedIds = new Set<string>()
  let query: Record<string, string> = { fromTime: time }
  for (let page = 0; page < maxPages; page += 1) {
    const transactions = await readTransactionLog(contentLake, '', { limit: String(pageSize), ...query })
    for (const { documentIDs } of transactions) {
      for (const id of documentIDs.filter(isPublishedId)) changedIds.add(id)
    }
    const lastTransaction = transactions.at(-1)
    if (!lastTransaction || transactions.length < pageSize) return [...changedIds]
    query = { fromTransaction: lastTransaction.id }
  }
  throw new HistoryError('There are too many changes since then. Choose a later time.')
}

async function readDocumentAt(
  contentLake: ContentLake,
  id: string,
  time: string,
): Promise<StoredDocument | undefined> {
  const url = `/data/history/${contentLake.config().dataset}/documents/${encodeURIComponent(id)}`
  return documentsSchema.parse(await contentLake.request({ url, query: { time } })).documents[0]
}

/**
 * Reads the changes that restore the site to a point in time, one for each document that differs.
 *
 * @param time - ISO 8601, UTC
 * @param types - the site's document types; others are ignored
 * @throws HistoryError when the history does not reach back to that time, or has too many changes since
 */
export async function readChanges(
  contentLake: ContentLake,
  time: string,
  types: readonly string[],
): Promise<Change[]> {
  const ids = await readChangedIds(contentLake, time)
  const currentDocuments = z.array(storedSchema).parse(await contentLake.fetch('*[_id in $ids]', { ids }))
  const pastDocuments: StoredDocument[] = []
  for (let start = 0; start < ids.length; start += concurrency) {
    const documents = await Promise.all(
      ids.slice(start, start + concurrency).map((id) => readDocumentAt(contentLake, id, time)),
    )
    pastDocuments.push(...documents.filter((document) => document !== undefined))
  }
  const changes = diffDocuments(currentDocuments, pastDocuments).filter(({ type }) => types.includes(type))
  for (const change of changes.filter((candidate) => isBeyondHistory(candidate, time))) {
    if (change.past || !(await hasEarlierHistory(contentLake, change.id, time)))
      throw new HistoryError(tooOldMessage)
  }
  return changes
}

/**
 * Whether the log has entries before a time for a document that was not published at that time. Such a document can
 * have an earlier creation time, when it was only a draft then, or unpublished and later published again.
 */
async function hasEarlierHistory(contentLake: ContentLake, id: string, time: string): Promise<boolean> {
  const query = { toTime: time, reverse: 'true', limit: '1' }
  return (await readTransactionLog(contentLake, `/${id},drafts.${id}`, query)).length > 0
}

/** Reads all published documents of the given types. */
export async function readPublished(
  contentLake: ContentLake,
  types: readonly string[],
): Promise<StoredDocument[]> {
  return z
    .array(storedSchema)
    .parse(await contentLake.fetch('*[_type in $types && _id in path("*")]', { types }))
}

/** Returns those of the given ids of pictures and files that no longer exist. */
export async function findMissingAssets(contentLake: ContentLake, ids: readonly string[]): Promise<string[]> {
  const existing = z.array(z.string()).parse(await contentLake.fetch('*[_id in $ids]._id', { ids }))
  return ids.filter((id) => !existing.includes(id))
}

/**
 * Restores documents in one transaction.
 *
 * @returns the time just before the transaction, ISO 8601, UTC; by the browser's clock if the log cannot be read. Restoring
 *   the site to that time undoes this restore
 * @throws when one of the documents was published meanwhile, a change would delete a document that the site needs, or
 *   the write fails
 */
export async function restoreDocuments(
  contentLake: ContentLake,
  changes: readonly Change[],
): Promise<string> {
  const { dataset } = contentLake.config()
  const transactionId = `site-restore-${crypto.randomUUID()}`
  const startMs = Date.now()
  await contentLake.request({
    url: `/data/mutate/${dataset}`,
    method: 'POST',
    query: { visibility: 'sync' },
    body: { mutations: buildMutations(changes), transactionId },
  })
  const logQuery = { fromTransaction: transactionId, toTransaction: transactionId }
  const ids = changes.map(({ id }) => id).join(',')
  // The documents are restored even if the log cannot be read.
  const [transaction] = await readTransactionLog(contentLake, `/${ids}`, logQuery).catch(() => [])
  const writtenAtMs = transaction ? Date.parse(transaction.timestamp) : startMs
  return new Date(writtenAtMs - 1).toISOString()
}
