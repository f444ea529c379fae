import { respond } from '@/lib/api/respond'
import { requireUser } from '@/lib/auth/server/requireUser'
import { enforceRateLimit, type RateLimit } from '@/lib/database/rateLimit'
import { getBilling } from '@/lib/membership/context'
import { deleteAccount } from '@/lib/membership/deleteAccount'

export const maxDuration = 30

/** How long a proof of identity counts for something that cannot be undone. Seconds. */
const maxProofAge = 600

const limit: RateLimit = { name: 'account-delete', count: 10, seconds: 600 }

/**
 * User → site: deletes the account of the user, with a recent proof of identity that used the second factor where
 * there is one. Cancels a membership first; where that fails nothing is deleted.
 */
export function POST(request: Request): Promise<Response> {
  return respond(request, async () => {
    const { user, emailConfirmed } = await requireUser(request, {
      secondFactor: true,
      provedWithin: maxProofAge,
    })
    await enforceRateLimit((await getBilling()).database, limit, user.id)
    await deleteAccount({ id: user.id, email: emailConfirmed ? user.email : '' })
    return { deleted: true }
  })
}
