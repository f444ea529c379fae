import 'server-only'
import { SECRET_TTL, schemaIdSingleton, schemaType } from '@sanity/preview-url-secret/constants'
import { RequestProblem } from '@/lib/api/problem'
import { log } from '@/lib/log'
import { processNow } from '@/lib/processClock'
import { previewClient } from './draft'
import type { PreviewSecret } from './previewSession'

/** Fetches all secrets, so that the query does not depend on the guesses. */
const query = `*[_type == "${schemaType}" && dateTime(_updatedAt) > dateTime(now()) - ${SECRET_TTL}
  || _id == "${schemaIdSingleton}"][defined(secret)]{_type, secret}`

/**
 * Token buckets: a query without a result takes a token, each pause adds one. A network has its own bucket, so that
 * an editor's is full while another network guesses. Milliseconds.
 */
const limits = {
  all: { pauseMs: 20_000, burst: 20 },
  network: { pauseMs: 60_000, burst: 10 },
}

const timeoutMs = 4000

type SecretsResult = {
  secrets: PreviewSecret[]
  /** The network whose guess caused the query. */
  network: string
  /** Whether the tokens of the query were returned to the buckets. */
  isRefunded: boolean
}

/** When each bucket is full again, by network, and for all of them. */
const spentUntil = new Map<string, number>()
const everyNetwork = ''

let next: Promise<SecretsResult> | undefined

/** How long until a bucket has a token. Milliseconds. */
function waitMs(key: string, { pauseMs, burst }: { pauseMs: number; burst: number }): number {
  return Math.max(0, (spentUntil.get(key) ?? 0) - processNow() - (burst - 1) * pauseMs)
}

function addToBucket(key: string, ms: number): void {
  spentUntil.set(key, Math.max(spentUntil.get(key) ?? 0, processNow()) + ms)
}

function deleteFullBuckets(): void {
  for (const [key, until] of spentUntil) if (until <= processNow()) spentUntil.delete(key)
}

/** One query for all requests that arrive before it is sent. It may wait, so that its cost does not grow with the guesses. */
async function querySecrets(network: string): Promise<SecretsResult> {
  await new Promise((resolve) => setTimeout(resolve, waitMs(everyNetwork, limits.all)))
  next = undefined
  deleteFullBuckets()
  addToBucket(everyNetwork, limits.all.pauseMs)
  addToBucket(network, limits.network.pauseMs)
  try {
    // Without `capToDeadline`, because several requests share the query and have different deadlines.
    const signal = AbortSignal.timeout(timeoutMs)
    const options = { perspective: 'raw', stega: false, cache: 'no-store', signal } as const
    return {
      secrets: await previewClient.fetch<PreviewSecret[]>(query, {}, options),
      network,
      isRefunded: false,
    }
  } catch (error) {
    log.error('content', 'preview: reading secrets failed; previews cannot start', error)
    throw error
  }
}

/**
 * Finds a secret in the Content Lake. Since any client can guess secrets and Sanity counts each query, guesses share
 * queries. On average a network causes at most one query a minute, and all networks one in 20 seconds. A valid secret
 * consumes no token.
 *
 * @param network - of the request, as `clientNetworkKey` returns it
 * @returns undefined when there is no such secret
 * @throws RequestProblem 429 `too_many_requests` when the network has guessed too often; or when the Content Lake
 * cannot be reached
 */
export async function findPreviewSecret(secret: string, network: string): Promise<PreviewSecret | undefined> {
  if (!next && waitMs(network, limits.network) > 0) throw new RequestProblem(429, 'too_many_requests')
  next ??= querySecrets(network)
  const result = await next
  const found = result.secrets.find((stored) => stored.secret === secret)
  if (found && !result.isRefunded) {
    result.isRefunded = true
    addToBucket(everyNetwork, -limits.all.pauseMs)
    addToBucket(result.network, -limits.network.pauseMs)
  }
  return found
}
