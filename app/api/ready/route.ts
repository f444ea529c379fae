import { createRoute } from '@/lib/api/createRoute'
import { getLastRunAges } from '@/lib/api/lastRuns'
import { RequestProblem } from '@/lib/api/problem'
import { isContentReachable } from '@/lib/content/reading/client'
import { loadSettings } from '@/lib/content/reading/settings'
import { getBillingIfConfigured } from '@/lib/membership/context'

/**
 * How long a result is cached. Sanity counts each query, and one every five seconds would be half a million a month.
 */
const maxAgeMs = { healthy: 60_000, failing: 5000 }

const reachabilityTimeoutMs = 2000

type State = { isReady: boolean; services: { content: string; database: string } }

let cached: { checkedAt: number; state: Promise<State>; maxAgeMs: number } | undefined

/**
 * Readiness probe for load balancers: 503 `not_ready` only while this process has no content at all. A failing vendor is
 * reported with status 200, since every other process has the same failure. The ages (`…_age_seconds`) show an operator
 * when webhooks or the scheduler stopped reaching this process.
 */
export const GET = createRoute(async () => {
  const { isReady, services } = await getCachedState()
  if (!isReady) throw new RequestProblem(503, 'not_ready')
  return { status: 'ready', ...services, ...getLastRunAges() }
})

function getCachedState(): Promise<State> {
  if (cached && performance.now() - cached.checkedAt < cached.maxAgeMs) return cached.state
  const entry = { checkedAt: performance.now(), state: readState(), maxAgeMs: maxAgeMs.failing }
  cached = entry
  return entry.state.then((state) => {
    if (state.isReady && !Object.values(state.services).includes('unreachable'))
      entry.maxAgeMs = maxAgeMs.healthy
    return state
  })
}

/** Whether this process has read content, and thus has a fallback response. */
let hasContent = false

async function readState(): Promise<State> {
  const [content, database, isLoaded] = await Promise.all([
    isContentReachable(reachabilityTimeoutMs),
    readDatabaseState(),
    hasContent || canLoadContent(),
  ])
  hasContent = isLoaded
  return { isReady: hasContent, services: { content: content ? 'ok' : 'unreachable', database } }
}

const canLoadContent = () =>
  loadSettings().then(
    () => true,
    () => false,
  )

async function readDatabaseState(): Promise<string> {
  try {
    const billing = await getBillingIfConfigured()
    if (!billing) return 'not_set_up'
    // Fails if the site's role lacks access to the table; a query without a table would succeed.
    await billing.database.sql('select from subscriptions limit 1')
    return 'ok'
  } catch {
    return 'unreachable'
  }
}
