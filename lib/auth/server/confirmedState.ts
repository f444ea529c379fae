import 'server-only'
import { createHash } from 'node:crypto'
import { RequestProblem } from '@/lib/api/problem'
import { createAdminClient } from './clients'

/** How long after a confirmation the sign-up page can still detect it. Milliseconds. */
const detectableMs = 3_600_000

/**
 * Returns a fingerprint of an account that was confirmed in the last hour, which changes with every change of the
 * account, such as a new password. Returns null for any other account and for an unknown id, so that callers
 * cannot distinguish the two.
 *
 * @throws RequestProblem 503 `accounts_unavailable`
 */
export async function readConfirmedState(userId: string): Promise<string | null> {
  const { data, error } = await createAdminClient().auth.admin.getUserById(userId)
  if (error && error.code !== 'user_not_found') {
    throw new RequestProblem(503, 'accounts_unavailable', { cause: error })
  }
  const confirmedAt = Date.parse(data.user?.email_confirmed_at ?? '')
  if (!data.user || !(confirmedAt > Date.now() - detectableMs)) return null
  return createHash('sha256').update(`${userId} ${data.user.updated_at}`).digest('hex').slice(0, 16)
}
