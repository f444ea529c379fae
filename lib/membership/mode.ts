import { RequestProblem } from '@/lib/api/problem'
import type { Database } from '@/lib/database/database'

/**
 * Whether a Stripe key is a live key.
 *
 * https://docs.stripe.com/keys
 */
export function isLiveKey(key: string): boolean {
  return /^[sr]k_live_/.test(key)
}

/**
 * Requires one mode for each database, so that live and test data are never mixed. The first key decides it.
 *
 * @throws RequestProblem 503 `billing_unavailable` when the key is of the other mode
 */
export async function requireMode({ sql }: Database, livemode: boolean): Promise<void> {
  await sql('insert into stripe_mode (livemode) values ($1) on conflict do nothing', [livemode])
  const [held] = await sql<{ livemode: boolean }>('select livemode from stripe_mode')
  if (held?.livemode === livemode) return
  const names = (live: boolean | undefined) => (live ? 'live' : 'test')
  throw new RequestProblem(503, 'billing_unavailable', {
    cause: `The database holds ${names(held?.livemode)} data of Stripe, and STRIPE_SECRET_KEY is a ${names(livemode)} key.`,
  })
}
