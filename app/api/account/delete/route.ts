import { createRoute } from '@/lib/api/createRoute'
import { requireUser } from '@/lib/auth/server/requireUser'
import { enforceRateLimit, type RateLimit } from '@/lib/database/rateLimit'
import { getBilling } from '@/lib/membership/context'
import { deleteAccount } from '@/lib/membership/deleteAccount'

/** The maximum age of a proof of identity for an irreversible action. */
const maxProofAgeSeconds = 600

const limit: RateLimit = { name: 'account-delete', count: 10, seconds: 600 }

/**
 * User → site: deletes the user's account. Requires a recent proof of identity, with the second factor if there is one.
 * Cancels the membership first; if that fails, the account is not deleted.
 */
export const POST = createRoute(async (request) => {
  const { user, isEmailConfirmed, isEmailOwner } = await requireUser(request, {
    secondFactor: true,
    provedWithinSeconds: maxProofAgeSeconds,
  })
  await enforceRateLimit((await getBilling()).database, limit, user.id)
  const owner = { id: user.id, email: isEmailOwner ? user.email : '' }
  await deleteAccount(owner, isEmailConfirmed ? user.email : '')
  return { deleted: true }
})
