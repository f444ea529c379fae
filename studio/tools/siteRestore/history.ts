import type { SanityClient, SanityDocument } from 'sanity'
import { z } from 'zod'
import { getPublishedId } from '@/lib/content/reading/tags'
import { type Change, diffDocuments } from './changes'

const transactionsSchema = z.array(z.object({ id: z.string(), documentIDs: z.array(z.string()) }))

/** Maximum number of transactions in a response. */
const pageSize = 1000

/**
 * Reads the transaction log: https://www.sanity.io/docs/developer-guides/find-and-restore-deleted-documents
 *
 * @returns the ids of published documents (ids without a dot) that were written or deleted
 */
async function readChangedIds(client: SanityClient, start: Record<string, string>): Promise<string[]> {
  const response = await client.request<unknown>({
    url: `/data/history/${client.config().dataset}/transactions`,
    query: { excludeContent: 'true', limit: String(pageSize), ...start },
  })
  // The response is NDJSON. The client has already parsed a single-line response, which is valid JSON.
  const lines = typeof response === 'string' ? response.split('\n').filter(Boolean) : undefined
  const transactions = transactionsSchema.parse(
    lines?.map((line): unknown => JSON.parse(line)) ?? [response ?? []].flat(),
  )
  const last = transactions.length === pageSize ? transactions.at(-1) : undefined
  const laterIds = last ? await readChangedIds(client, { fromTransaction: last.id }) : []
  const ids = new Set([...transactions.flatMap(({ documentIDs }) => documentIDs), ...laterIds])
  return [...ids].filter((id) => !id.includes('.'))
}

/**
 * Reads the changes that restore the site to a point in time, one for each document that differs.
 *
 * @param time - ISO 8601, UTC
 * @param types - the site's document types; others are ignored
 * @param published - all published documents of these types
 * @returns null when the history, whose length depends on Sanity's plan, does not reach back to that time
 */
export async function readChanges(
  client: SanityClient,
  time: string,
  types: readonly string[],
  published: readonly SanityDocument[],
): Promise<Change[] | null> {
  const ids = await readChangedIds(client, { fromTime: time })
  const url = `/data/history/${client.config().dataset}/documents`
  const readPast = (id: string) =>
    client.request<{ documents: SanityDocument[] }>({ url: `${url}/${id},drafts.${id}`, query: { time } })
  const past = (await Promise.all(ids.map(readPast))).flatMap(({ documents }) => documents)
  const isPublishedContent = ({ _id, _type }: SanityDocument) => ids.includes(_id) && types.includes(_type)
  const changes = diffDocuments(published.filter(isPublishedContent), past.filter(isPublishedContent))
  // Whether the history lacks a document that existed at that time, or returns a later state of it.
  const isBeyondHistory = ({ id, current }: Change) => {
    const states = past.filter(({ _id }) => getPublishedId(_id) === id)
    // The Content Lake may truncate a creation time to seconds.
    if (states.length === 0) return current && Date.parse(current._createdAt) + 1000 <= Date.parse(time)
    return states.some(({ _updatedAt }) => Date.parse(_updatedAt) > Date.parse(time))
  }
  return changes.some(isBeyondHistory) ? null : changes
}
