import { connection } from 'next/server'
import { lastRunAges } from '@/lib/api/lastRuns'
import { RequestProblem } from '@/lib/api/problem'
import { respond } from '@/lib/api/respond'
import { contentIsReachable } from '@/lib/content/client'
import { loadSettings } from '@/lib/content/settings'
import { billingIfSetUp } from '@/lib/membership/context'

export const maxDuration = 30

/**
 * How long an answer holds, so that whoever asks more often uses nothing up: the Content Lake counts each question, a
 * month, and one every five seconds would be half a million. Milliseconds.
 */
const holdsMs = { well: 60_000, failing: 5000 }

type Services = { content: string; database: string }

let asked: { at: number; services: Promise<Services>; holdsMs: number } | undefined

/**
 * Whether this process can show pages, for what sends visitors to it: 503 `not_ready` only while it has no content at
 * all. A failing vendor is reported and leaves it 200, since no other process could do better. The ages tell an operator when
 * webhooks or the scheduler have stopped arriving at this process.
 */
export async function GET(request: Request): Promise<Response> {
  await connection()
  return respond(request, async () => {
    const isReady = await loadSettings().then(
      () => true,
      () => false,
    )
    if (!isReady) throw new RequestProblem(503, 'not_ready')
    return { status: 'ready', ...(await keptState()), ...lastRunAges() }
  })
}

function keptState(): Promise<Services> {
  if (asked && performance.now() - asked.at < asked.holdsMs) return asked.services
  const asking = { at: performance.now(), services: stateOfServices(), holdsMs: holdsMs.failing }
  asked = asking
  return asking.services.then((services) => {
    if (!Object.values(services).includes('unreachable')) asking.holdsMs = holdsMs.well
    return services
  })
}

async function stateOfServices(): Promise<Services> {
  const [content, database] = await Promise.all([contentIsReachable(2000), stateOfDatabase()])
  return { content: content ? 'ok' : 'unreachable', database }
}

async function stateOfDatabase(): Promise<string> {
  try {
    const billing = await billingIfSetUp()
    if (!billing) return 'not_set_up'
    await billing.database.sql('select 1')
    return 'ok'
  } catch {
    return 'unreachable'
  }
}
