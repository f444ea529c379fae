import { timingSafeEqual } from 'node:crypto'
import { environment } from '@/lib/env'
import { RequestProblem } from './problem'

/**
 * Requires the scheduler's `CRON_SECRET` as a bearer token.
 *
 * @throws RequestProblem 401 `no_authorization`, or 503 `billing_unavailable` when the server has no `CRON_SECRET`
 */
export function requireScheduler(request: Request): void {
  const secret = environment().CRON_SECRET
  if (!secret) throw new RequestProblem(503, 'billing_unavailable')
  const received = Buffer.from(request.headers.get('authorization') ?? '')
  const expected = Buffer.from(`Bearer ${secret}`)
  if (received.length !== expected.length || !timingSafeEqual(received, expected))
    throw new RequestProblem(401, 'no_authorization')
}
