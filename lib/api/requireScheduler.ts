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
  if (!isEqualInConstantTime(request.headers.get('authorization') ?? '', `Bearer ${secret}`)) {
    throw new RequestProblem(401, 'no_authorization')
  }
}

function isEqualInConstantTime(received: string, expected: string): boolean {
  const [receivedBytes, expectedBytes] = [Buffer.from(received), Buffer.from(expected)]
  return receivedBytes.length === expectedBytes.length && timingSafeEqual(receivedBytes, expectedBytes)
}
