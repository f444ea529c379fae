import 'server-only'
import { RequestProblem } from '@/lib/api/problem'
import { requireUser, type User } from '@/lib/auth/server/requireUser'

/**
 * The user who sent a request that concerns money: confirmed, and with the second factor where there is one.
 *
 * @throws RequestProblem as requireUser does, and 403 `email_not_confirmed`
 */
export async function requireBuyer(request: Request): Promise<User> {
  const { user, emailConfirmed } = await requireUser(request, { secondFactor: true })
  if (!user.email || !emailConfirmed) throw new RequestProblem(403, 'email_not_confirmed')
  return user
}
