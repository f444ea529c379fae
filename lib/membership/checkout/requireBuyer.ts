import 'server-only'
import { RequestProblem } from '@/lib/api/problem'
import { requireUser, type User } from '@/lib/auth/server/requireUser'

/**
 * Requires a user with a confirmed email, and with the second factor if there is one, for a request about payments.
 *
 * @throws RequestProblem as requireUser does, and 403 `email_not_confirmed`
 */
export async function requireBuyer(request: Request): Promise<User> {
  const { user, isEmailConfirmed } = await requireUser(request, { secondFactor: true })
  if (!user.email || !isEmailConfirmed) throw new RequestProblem(403, 'email_not_confirmed')
  return user
}
