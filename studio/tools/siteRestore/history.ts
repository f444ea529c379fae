import type { SanityClient, SanityDocument } from 'sanity'
import { z } from 'zod'
import { type Change, diffDocuments } from './changes'

const string = z.string()
const documentsSchema = z.array(
  z.looseObject({ _id: string, _type: string, _rev: string, _createdAt: string, _updatedAt: string }),
)
const transactionsSchema = z.array(z.object({ id: string, documentIDs: z.array(string) }))

/** Maximum number of transactions in a response. */
const pageSize = 1000

/** Reads the transaction log: https://www.sanity.io/docs/developer-guides/find-and-restore-deleted-documents */
async function readTransactionLog(client: SanityClient, path: string, query: Record<string, string>) {
  const url = `/data/history/${client.config().dataset}/transactions${path}`
  const response = await client.request<unknown>({ url, query: { excludeContent: 'true', ...query } })
  // The response is NDJSON. The client has already parsed a response of a single line, which is valid JSON.
  const lines = typeof response === 'string' ? response.split('\n').filter(Boolean) : undefined
  return transactionsSchema.parse(lines?.map((line): unknown => JSON.parse(line)) ?? [response ?? []].flat())
}

/** Returns the ids of published documents, which have no dot, that were written or deleted since a time. */
async function readChangedIds(client: SanityClient, time: string): Promise<string[]> {
  const changedIds = new Set<string>()
  let query: Record<string, string> = { fromTime: time }
  for (;;) {
    const transactions = await readTransactionLog(client, '', { limit: String(pageSize), ...query })
    const ids = transactions.flatMap(({ documentIDs }) => documentIDs)
    for (const id of ids.filter((documentId) => !documentId.includes('.'))) changedIds.add(id)
    const lastTransaction = transactions.at(-1)
    if (!lastTransaction || transactions.length < pageSize) return [...changedIds]
    query = { fromTransaction: lastTransaction.id }
  }
}

/**
 * Reads the changes that restore the site to a point in time, one for each document that differs.
 *
 * @param time - ISO 8601, UTC
 * @param types - the site's document types; others are ignored
 * @param published - all published documents of these types
 * @returns null when the history does not reach back to that time
 */
export async function readChanges(
  client: SanityClient,
  time: string,
  types: readonly string[],
  published: readonly SanityDocument[],
): Promise<Change[] | null> {
  const ids = await readChangedIds(client, time)
  const url = `/data/history/${client.config().dataset}/documents`
  const responses = await Promise.all(
    ids.map((id) => client.request<{ documents: unknown }>({ url: `${url}/${id}`, query: { time } })),
  )
  const past = responses.flatMap(({ documents }) => documentsSchema.parse(documents))
  const changes = diffDocuments(
    published.filter(({ _id }) => ids.includes(_id)),
    past.filter(({ _type }) => types.includes(_type)),
  )
  const areBeyond = await Promise.all(changes.map((change) => isBeyondHistory(client, change, time)))
  return areBeyond.includes(true) ? null : changes
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
