import { timingSafeEqual } from 'node:crypto'
import { RequestProblem } from '@/lib/api/problem'
import { respond } from '@/lib/api/respond'
import { environment } from '@/lib/env'
import { billing } from '@/lib/membership/context'
import { reconcile } from '@/lib/membership/reconcile'

export const maxDuration = 120

/** A run has longer than people wait, and ends before the host stops it. Milliseconds. */
const withinMs = 110_000

/** Called by the scheduler: finds what webhooks have missed. */
export function GET(request: Request): Promise<Response> {
  return respond(
    request,
    async () => {
      const secret = environment().CRON_SECRET
      if (!secret) throw new RequestProblem(503, 'billing_unavailable')
      if (!isSame(request.headers.get('authorization') ?? '', `Bearer ${secret}`)) {
        throw new RequestProblem(401, 'no_authorization')
      }
      return reconcile(await billing())
    },
    withinMs,
  )
}

function isSame(given: string, wanted: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(wanted)]
  return a.length === b.length && timingSafeEqual(a, b)
}
