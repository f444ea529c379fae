import { RequestProblem } from '@/lib/api/problem'
import type { Database } from '@/lib/database/database'

/** Whether a Stripe key is a live key: https://docs.stripe.com/keys */
export function isLiveKey(key: string): boolean {
  return /^[sr]k_live_/.test(key)
}

/**
 * Requires that a database has data from only one Stripe mode: the mode of the first key it was used with.
 *
 * @throws RequestProblem 503 `billing_unavailable` when the key belongs to the other mode
 */
export async function requireMode({ sql }: Database, { livemode }: { livemode: boolean }): Promise<void> {
  await sql('insert into stripe_mode (livemode) values ($1) on conflict do nothing', [livemode])
  const [stored] = await sql<{ livemode: boolean }>('select livemode from stripe_mode')
  if (stored?.livemode === livemode) return
  const [held, given] = livemode ? ['test', 'live'] : ['live', 'test']
  const cause = `The database has Stripe ${held} data, but STRIPE_SECRET_KEY is a ${given} key. Change one of them.`
  throw new RequestProblem(503, 'billing_unavailable', { cause })
}
