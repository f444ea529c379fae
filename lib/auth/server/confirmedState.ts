import 'server-only'
import { createHash } from 'node:crypto'
import { RequestProblem } from '@/lib/api/problem'
import { adminClient } from './clients'

/**
 * A fingerprint of a confirmed account, which changes with its password; null while it isn't confirmed, or doesn't exist.
 *
 * @throws RequestProblem 503 `accounts_unavailable`
 */
export async function confirmedState(userId: string): Promise<string | null> {
  const { data, error } = await adminClient().auth.admin.getUserById(userId)
  if (error && error.code !== 'user_not_found') {
    throw new RequestProblem(503, 'accounts_unavailable', { cause: error })
  }
  if (!data.user?.email_confirmed_at) return null
  return createHash('sha256').update(`${userId} ${data.user.updated_at}`).digest('hex').slice(0, 16)
}
