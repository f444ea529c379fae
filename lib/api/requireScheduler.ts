import { timingSafeEqual } from 'node:crypto'
import { environment } from '@/lib/env'
import { RequestProblem } from './problem'

/**
 * Requires the scheduler's `CRON_SECRET` as a bearer token.
 *
 * @throws RequestProblem 401 `no_authorization`, or 503 `billing_unavailable` when the server has no such secret
 */
export function requireScheduler(request: Request): void {
  const secret = environment().CRON_SECRET
  if (!secret) throw new RequestProblem(503, 'billing_unavailable')
  if (!isSame(request.headers.get('authorization') ?? '', `Bearer ${secret}`)) {
    throw new RequestProblem(401, 'no_authorization')
  }
}

function isSame(given: string, wanted: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(wanted)]
  return a.length === b.length && timingSafeEqual(a, b)
}
