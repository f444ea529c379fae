import 'server-only'
import { RequestProblem } from '@/lib/api/problem'
import { createAdminClient } from './clients'

/**
 * Whether an account exists.
 *
 * https://supabase.com/docs/reference/javascript/auth-admin-getuserbyid
 *
 * @throws RequestProblem 503 `accounts_unavailable`
 */
export async function accountExists(userId: string): Promise<boolean> {
  const { error } = await createAdminClient().auth.admin.getUserById(userId)
  if (error && error.code !== 'user_not_found') {
    throw new RequestProblem(503, 'accounts_unavailable', { cause: error })
  }
  return !error
}
