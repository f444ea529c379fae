import 'server-only'
import { z } from 'zod'
import { environment } from '@/lib/env'
import { client } from './client'
import { dataset } from './config'

const timeoutMs = 3000

const transactionSchema = z.looseObject({ id: z.string(), author: z.string().nullish() })

/**
 * Fetches the author of a document's revision (`_rev`), the id of a user or token of the project; null when the history no
 * longer has it. A token of the viewer role may read the history: https://www.sanity.io/docs/http-reference/history
 *
 * @throws when the Content Lake does not respond, or responds with an error
 */
export async function fetchRevisionAuthor(documentId: string, revision: string): Promise<string | null> {
  const query = new URLSearchParams({
    fromTransaction: revision,
    toTransaction: revision,
    excludeContent: 'true',
  })
  const path = `/data/history/${dataset}/transactions/${encodeURIComponent(documentId)}?${query}`
  const response = await fetch(client.getUrl(path), {
    headers: { Authorization: `Bearer ${environment().SANITY_API_READ_TOKEN}` },
    cache: 'no-store',
    signal: AbortSignal.timeout(timeoutMs),
  })
  if (!response.ok) throw new Error(`The history of ${documentId} responded ${response.status}.`)
  const lines = (await response.text()).split('\n').filter((line) => line.trim() !== '')
  const transaction = lines
    .map((line) => transactionSchema.parse(JSON.parse(line)))
    .find(({ id }) => id === revision)
  return transaction?.author ?? null
}
