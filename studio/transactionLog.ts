import { z } from 'zod'

/** What reads and writes need of a client; a Studio's and a test's have it. */
export type ContentLake = {
  config(): { dataset?: string | undefined }
  request(options: {
    url: string
    method?: string
    query?: Record<string, string>
    body?: unknown
  }): Promise<unknown>
  fetch(query: string, params: Record<string, unknown>): Promise<unknown>
}

const transactionSchema = z.looseObject({
  id: z.string(),
  timestamp: z.string(),
  author: z.string().nullish(),
  documentIDs: z.array(z.string()),
})

/** A transaction of the dataset's log, without what it wrote. */
export type Transaction = z.infer<typeof transactionSchema>

/** Lines of JSON, however the client has read them: one line alone is valid JSON. */
function parseLines(answer: unknown): unknown[] {
  if (typeof answer !== 'string') return answer === null || answer === undefined ? [] : [answer]
  return answer
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line): unknown => JSON.parse(line))
}

/**
 * Reads the log of a dataset, which needs no ids of documents:
 * https://www.sanity.io/docs/developer-guides/find-and-restore-deleted-documents
 *
 * @param path - empty, or documents after a slash, separated by commas
 * @param query - `fromTime`, `fromTransaction`, `limit`, `reverse` and so on
 */
export async function readTransactionLog(
  lake: ContentLake,
  path: string,
  query: Record<string, string>,
): Promise<Transaction[]> {
  const url = `/data/history/${lake.config().dataset}/transactions${path}`
  const answer = await lake.request({ url, query: { excludeContent: 'true', ...query } })
  return parseLines(answer).map((line) => transactionSchema.parse(line))
}
