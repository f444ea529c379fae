import 'server-only'
import { SECRET_TTL, schemaIdSingleton, schemaType } from '@sanity/preview-url-secret/constants'
import { RequestProblem } from '@/lib/api/problem'
import { log } from '@/lib/log'
import { getProcessTimeMs } from '@/lib/processClock'
import { previewClient } from './draft'
import type { PreviewSecret } from './previewSession'

/** Fetches all valid secrets, so several requests can share the query. */
const query = `*[_type == "${schemaType}" && dateTime(_updatedAt) > dateTime(now()) - ${SECRET_TTL}
  || _id == "${schemaIdSingleton}"][defined(secret)]{_type, secret}`

/**
 * Token buckets: a common one, and one for each network, so that guesses from one network do not block an editor in
 * another. A query for a wrong secret takes a token from both. A bucket gets a token each `pauseMs`, up to `burst`.
 */
const buckets = {
  all: { pauseMs: 20_000, burst: 20 },
  network: { pauseMs: 60_000, burst: 10 },
}

const timeoutMs = 4000

type SecretsResult = {
  secrets: PreviewSecret[]
  /** The network whose request caused the query. */
  network: string
  /** Whether the tokens of the query were returned to the buckets. */
  isRefunded: boolean
}

/** The time at which each bucket is full again, by network; {@link everyNetwork} is the key of the common bucket. */
const fullAt = new Map<string, number>()
const everyNetwork = ''

let pendingQuery: Promise<SecretsResult> | undefined

/** Computes how long it takes until a bucket has a token. */
function computeWaitMs(key: string, { pauseMs, burst }: { pauseMs: number; burst: number }): number {
  return Math.max(0, (fullAt.get(key) ?? 0) - getProcessTimeMs() - (burst - 1) * pauseMs)
}

/** Takes tokens from a bucket: each one delays the time at which the bucket is full. A negative delay returns tokens. */
function delayFullBucket(key: string, delayMs: number): void {
  fullAt.set(key, Math.max(fullAt.get(key) ?? 0, getProcessTimeMs()) + delayMs)
}

function deleteFullBuckets(): void {
  for (const [key, time] of fullAt) if (time <= getProcessTimeMs()) fullAt.delete(key)
}

/**
 * Fetches the secrets, once for all requests that arrive before the query is sent. Waits for a token of the common
 * bucket, so that the number of queries does not grow with the guesses.
 */
async function querySecrets(network: string): Promise<SecretsResult> {
  await new Promise((resolve) => setTimeout(resolve, computeWaitMs(everyNetwork, buckets.all)))
  pendingQuery = undefined
  deleteFullBuckets()
  delayFullBucket(everyNetwork, buckets.all.pauseMs)
  delayFullBucket(network, buckets.network.pauseMs)
  try {
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
 * @param network - the key of the request's network, from `clientNetworkKey`
 * @returns undefined when there is no such secret
 * @throws RequestProblem 429 `too_many_requests` when the network has guessed too often; or when the Content Lake
 * cannot be reached
 */
export async function findPreviewSecret(secret: string, network: string): Promise<PreviewSecret | undefined> {
  if (!pendingQuery && computeWaitMs(network, buckets.network) > 0)
    throw new RequestProblem(429, 'too_many_requests')
  pendingQuery ??= querySecrets(network)
  const result = await pendingQuery
  const match = result.secrets.find((stored) => stored.secret === secret)
  if (match && !result.isRefunded) {
    result.isRefunded = true
    delayFullBucket(everyNetwork, -buckets.all.pauseMs)
    delayFullBucket(result.network, -buckets.network.pauseMs)
  }
  return match
}
