import { z } from 'zod'
import { type ContentLake, readTransactionLog } from '../transactionLog'
import { buildMutations, type Change, diffDocuments, isBeyondHistory, type Stored } from './plan'

const storedSchema = z.looseObject({ _id: z.string(), _type: z.string(), _rev: z.string() })
const documentsSchema = z.object({ documents: z.array(storedSchema) })
/** The most that the history answers at once. */
const pageSize = 1000
/** More transactions than these are not looked through. */
const maxPages = 100
/** How many documents are asked for at the same time. */
const atOnce = 5

/** The history does not reach back far enough, or there is too much of it: said to the editor as it stands. */
export class HistoryError extends Error {
  override readonly name = 'HistoryError'
}

const tooOld =
  'Sanity’s history does not reach back so far. It is kept for 3 days on the Free plan, 90 days on Growth and 365 days on Enterprise: choose a later time. What is older may be in a backup.'

/** Documents that visitors are shown: no drafts, versions or documents of the system, whose ids have a dot. */
const isPublished = (id: string) => !id.includes('.')

/**
 * Published documents that were written or deleted since a moment, by the log of the dataset:
 * https://www.sanity.io/docs/developer-guides/find-and-restore-deleted-documents
 */
async function readChangedIds(lake: ContentLake, time: string): Promise<string[]> {
  const touched = new Set<string>()
  let query: Record<string, string> = { fromTime: time }
  for (let page = 0; page < maxPages; page += 1) {
    const found = await readTransactionLog(lake, '', { limit: String(pageSize), ...query })
    for (const { documentIDs } of found) for (const id of documentIDs.filter(isPublished)) touched.add(id)
    const last = found.at(-1)
    if (!last || found.length < pageSize) return [...touched]
    query = { fromTransaction: last.id }
  }
  throw new HistoryError('Too much has happened since then to look through it all: choose a later time.')
}

async function readDocumentAt(lake: ContentLake, id: string, time: string): Promise<Stored | undefined> {
  const url = `/data/history/${lake.config().dataset}/documents/${encodeURIComponent(id)}`
  return documentsSchema.parse(await lake.request({ url, query: { time } })).documents[0]
}

/**
 * What putting the site back to a moment would do, document by document.
 *
 * @param time - ISO 8601, UTC
 * @param types - the types of documents that the site is made of; others are left alone
 * @throws HistoryError when the history does not reach back so far
 */
export async function readChanges(
  lake: ContentLake,
  time: string,
  types: readonly string[],
): Promise<Change[]> {
  const ids = await readChangedIds(lake, time)
  const now = z.array(storedSchema).parse(await lake.fetch('*[_id in $ids]', { ids }))
  const then: Stored[] = []
  for (let start = 0; start < ids.length; start += atOnce) {
    const found = await Promise.all(
      ids.slice(start, start + atOnce).map((id) => readDocumentAt(lake, id, time)),
    )
    then.push(...found.filter((document) => document !== undefined))
  }
  const changes = diffDocuments(now, then).filter(({ type }) => types.includes(type))
  for (const change of changes.filter((one) => isBeyondHistory(one, time))) {
    if (change.past || !(await hasEarlierHistory(lake, change.id, time))) throw new HistoryError(tooOld)
  }
  return changes
}

/**
 * Whether the log reaches beyond a moment for a document that was not published then: it has a time of creation from before
 * when it was a draft only, or was published again later.
 */
async function hasEarlierHistory(lake: ContentLake, id: string, time: string): Promise<boolean> {
  const query = { toTime: time, reverse: 'true', limit: '1' }
  return (await readTransactionLog(lake, `/${id},drafts.${id}`, query)).length > 0
}

/** Every published document of some types. */
export async function readPublished(lake: ContentLake, types: readonly string[]): Promise<Stored[]> {
  return z.array(storedSchema).parse(await lake.fetch('*[_type in $types && _id in path("*")]', { types }))
}

/** Which of some pictures and files are gone. */
export async function findMissingAssets(lake: ContentLake, ids: readonly string[]): Promise<string[]> {
  const there = z.array(z.string()).parse(await lake.fetch('*[_id in $ids]._id', { ids }))
  return ids.filter((id) => !there.includes(id))
}

/**
 * Makes documents as they were, all of them or none.
 *
 * @returns the moment before, to which they are put back to undo it; ISO 8601, UTC
 * @throws when somebody has published one of them meanwhile, or the lake refuses
 */
export async function putBack(lake: ContentLake, changes: readonly Change[]): Promise<string> {
  const { dataset } = lake.config()
  const transactionId = `put-back-${crypto.randomUUID()}`
  await lake.request({
    url: `/data/mutate/${dataset}`,
    method: 'POST',
    query: { visibility: 'sync' },
    body: { mutations: buildMutations(changes), transactionId },
  })
  const range = { fromTransaction: transactionId, toTransaction: transactionId }
  const [written] = await readTransactionLog(lake, `/${changes.map(({ id }) => id).join(',')}`, range)
  const writtenAt = written ? Date.parse(written.timestamp) : Date.now()
  return new Date(writtenAt - 1).toISOString()
}
