import { connection } from 'next/server'
import { RequestProblem } from '@/lib/api/problem'
import { respond } from '@/lib/api/respond'
import { contentIsReachable } from '@/lib/content/client'
import { loadSettings } from '@/lib/content/settings'
import { billingIfSetUp } from '@/lib/membership/context'

export const maxDuration = 30

/** How long an answer holds: whoever asks more often costs the services nothing. Milliseconds. */
const holdsMs = 5000

let asked: { at: number; services: ReturnType<typeof stateOfServices> } | undefined

/**
 * Whether this process can show pages, for what sends visitors to it: 503 `not_ready` only while it has no content at
 * all. A failing vendor is told and leaves it 200, since no other process could do better.
 */
export async function GET(request: Request): Promise<Response> {
  await connection()
  return respond(request, async () => {
    const isReady = await loadSettings().then(
      () => true,
      () => false,
    )
    if (!isReady) throw new RequestProblem(503, 'not_ready')
    if (!asked || performance.now() - asked.at > holdsMs) {
      asked = { at: performance.now(), services: stateOfServices() }
    }
    return { status: 'ready', ...(await asked.services) }
  })
}

async function stateOfServices(): Promise<{ content: string; database: string }> {
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
