import 'server-only'
import { RequestProblem } from '@/lib/api/problem'
import { requireUser, type User } from '@/lib/auth/server/requireUser'
import type { Billing } from '../context'
import { attachPurchase } from '../ownership'

/**
 * Requires a user with a confirmed email and, if the user has a second factor, assurance level 2. Attaches a guest
 * purchase made with the user's email, if the user is the email's owner.
 *
 * @throws RequestProblem as requireUser does, and 403 `email_not_confirmed`; errors from `attachPurchase`
 */
export async function requireBuyer(request: Request, billing: Billing): Promise<User> {
  const { user, isEmailConfirmed, isEmailOwner } = await requireUser(request, { secondFactor: true })
  if (!isEmailConfirmed) throw new RequestProblem(403, 'email_not_confirmed')
  if (isEmailOwner) await attachPurchase(billing, user)
  return user
}
