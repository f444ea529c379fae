import 'server-only'
import { RequestProblem } from '@/lib/api/problem'
import { createAdminClient } from './clients'

/** Whether the owner of an account can sign in. */
type AccountState = 'active' | 'banned' | 'missing'

/** Reads whether an account exists, and is not banned. Throws a RequestProblem 503 `accounts_unavailable`. */
export async function readAccountState(userId: string): Promise<AccountState> {
  const { data, error } = await createAdminClient().auth.admin.getUserById(userId)
  if (error?.code === 'user_not_found') return 'missing'
  if (error) throw new RequestProblem(503, 'accounts_unavailable', { cause: error })
  const { banned_until: bannedUntil } = data.user
  return bannedUntil && Date.parse(bannedUntil) > Date.now() ? 'banned' : 'active'
}
