import 'server-only'
import { endMembershipFor } from '@/lib/billing/endMembership'
import { RequestProblem } from '@/lib/requestProblem'
import { adminClient } from './serverClient'

/**
 * Cancels a user's membership, then deletes the user and with it all that is theirs.
 *
 * @param userId - whose account
 * @throws RequestProblem 502 `membership_not_ended`, and nothing is deleted; 502 `account_not_deleted`
 */
export async function deleteAccount(userId: string): Promise<void> {
  try {
    await endMembershipFor(userId)
  } catch (cause) {
    throw new RequestProblem(502, 'membership_not_ended', { cause })
  }
  const { error } = await adminClient().auth.admin.deleteUser(userId)
  // Somebody who presses twice, or in two tabs, has got what was asked for.
  if (error && error.code !== 'user_not_found') {
    throw new RequestProblem(502, 'account_not_deleted', { cause: error })
  }
}
