import { z } from 'zod'

/** The methods of Sanity's client that site restores and the transaction log use. */
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

/** A transaction of the dataset's log, without its mutations. */
export type Transaction = z.infer<typeof transactionSchema>

/** Parses NDJSON. The client has already parsed a response of a single line, which is valid JSON. */
function parseLines(response: unknown): unknown[] {
  if (typeof response !== 'string') return response === null || response === undefined ? [] : [response]
  return response
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line): unknown => JSON.parse(line))
}

/**
 * Reads the transaction log of a dataset:
 * https://www.sanity.io/docs/developer-guides/find-and-restore-deleted-documents
 *
 * @param path - empty for all documents, or a slash and document ids, separated by commas
 * @param query - `fromTime`, `fromTransaction`, `limit`, `reverse` and so on
 */
export async function readTransactionLog(
  contentLake: ContentLake,
  path: string,
  query: Record<string, string>,
): Promise<Transaction[]> {
  const url = `/data/history/${contentLake.config().dataset}/transactions${path}`
  const response = await contentLake.request({ url, query: { excludeContent: 'true', ...query } })
  return parseLines(response).map((line) => transactionSchema.parse(line))
}
