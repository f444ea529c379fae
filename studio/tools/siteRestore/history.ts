import type { SanityClient, SanityDocument } from 'sanity'
import { z } from 'zod'
import { type Change, diffDocuments } from './changes'

/** The history does not reach back far enough, or has too many changes. The message is shown to the editor. */
export class HistoryError extends Error {
  override readonly name = 'HistoryError'
}

const tooOldMessage =
  'Sanity’s history doesn’t reach back that far. It covers 3 days on the Free plan, 90 on Growth and 365 on Enterprise. Choose a later time, or use a backup.'

const string = z.string()
const documentsSchema = z.array(
  z.looseObject({ _id: string, _type: string, _rev: string, _createdAt: string, _updatedAt: string }),
)
const transactionsSchema = z.array(z.looseObject({ id: string, documentIDs: z.array(string) }))

/** Maximum number of transactions in a response. */
const pageSize = 1000
/** Maximum number of responses with transactions to read. */
const maxPages = 100

/** Reads the transaction log: https://www.sanity.io/docs/developer-guides/find-and-restore-deleted-documents */
async function readTransactionLog(client: SanityClient, path: string, query: Record<string, string>) {
  const url = `/data/history/${client.config().dataset}/transactions${path}`
  const response = await client.request<unknown>({ url, query: { excludeContent: 'true', ...query } })
  // The response is NDJSON. The client has already parsed a response of a single line, which is valid JSON.
  const lines =
    typeof response === 'string' ? response.split('\n').filter((line) => line.trim() !== '') : undefined
  return transactionsSchema.parse(lines?.map((line): unknown => JSON.parse(line)) ?? [response ?? []].flat())
}

/** Returns the ids of published documents, which have no dot, that were written or deleted since a time. */
async function readChangedIds(client: SanityClient, time: string): Promise<string[]> {
  const changedIds = new Set<string>()
  let query: Record<string, string> = { fromTime: time }
  for (let page = 0; page < maxPages; page += 1) {
    const transactions = await readTransactionLog(client, '', { limit: String(pageSize), ...query })
    const ids = transactions.flatMap(({ documentIDs }) => documentIDs)
    for (const id of ids.filter((documentId) => !documentId.includes('.'))) changedIds.add(id)
    const lastTransaction = transactions.at(-1)
    if (!lastTransaction || transactions.length < pageSize) return [...changedIds]
    query = { fromTransaction: lastTransaction.id }
  }
  throw new HistoryError('There are too many changes since then. Choose a later time.')
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
  client: SanityClient,
  time: string,
  types: readonly string[],
  published: readonly SanityDocument[],
): Promise<Change[]> {
  const ids = await readChangedIds(client, time)
  const url = `/data/history/${client.config().dataset}/documents`
  const responses = await Promise.all(
    ids.map((id) => client.request<{ documents: unknown }>({ url: `${url}/${id}`, query: { time } })),
  )
  const past = responses.flatMap(({ documents }) => documentsSchema.parse(documents))
  const changes = diffDocuments(
    published,
    past.filter(({ _type }) => types.includes(_type)),
    ids,
  )
  for (const change of changes)
    if (await isBeyondHistory(client, change, time)) throw new HistoryError(tooOldMessage)
  return changes
}

/**
 * Whether the history does not reach back to a time: a document that existed is missing, or has only a later state. How long
 * Sanity stores the history depends on the plan.
 */
async function isBeyondHistory(
  client: SanityClient,
  { id, current, past }: Change,
  time: string,
): Promise<boolean> {
  const timeMs = Date.parse(time)
  if (past) return Date.parse(past._updatedAt) > timeMs
  // The Content Lake may truncate a creation time to seconds.
  if (!current || Date.parse(current._createdAt) + 1000 > timeMs) return false
  // It was created earlier, but may have been only a draft then, or unpublished and later published again.
  const query = { toTime: time, reverse: 'true', limit: '1' }
  return (await readTransactionLog(client, `/${id},drafts.${id}`, query)).length === 0
}

/**
 * Adds redirects to the home page, as a draft in which an editor chooses better targets. Paths that are redirected already
 * are left out.
 */
export async function draftRedirects(client: SanityClient, paths: readonly string[]): Promise<void> {
  const drafts = client.withConfig({ perspective: 'drafts' })
  const redirected = await drafts.fetch<unknown[] | null>('*[_id == "redirects"][0].rules[].from')
  const items = paths
    .filter((path) => !redirected?.includes(path))
    .map((from) => ({
      _key: crypto.randomUUID(),
      _type: 'redirect',
      from,
      match: 'exact',
      to: '/',
      status: '301',
    }))
  // The edit action needs a version of the document.
  if (!redirected) await client.createIfNotExists({ _id: 'drafts.redirects', _type: 'redirects' })
  await client.action({
    actionType: 'sanity.action.document.edit',
    draftId: 'drafts.redirects',
    publishedId: 'redirects',
    patch: { setIfMissing: { rules: [] }, insert: { after: 'rules[-1]', items } },
  })
}
