import { z } from 'zod'
import { readBody } from '@/lib/api/body'
import { RequestProblem } from '@/lib/api/problem'
import { respond } from '@/lib/api/respond'
import { requireUser } from '@/lib/auth/server/requireUser'
import { enforceRateLimit, type RateLimit } from '@/lib/database/rateLimit'
import { claimMembership, isProvedByEmail } from '@/lib/membership/claims/claim'
import { getBilling } from '@/lib/membership/context'

export const maxDuration = 30

const bodySchema = z.object({
  password: z.string().min(1).max(200),
  /** The nonce of the emailed claim link. */
  claim: z.string().max(100),
})

/** Allows for several passwords that Supabase Auth rejects. */
const limit: RateLimit = { name: 'claim', count: 20, seconds: 600 }

/**
 * User → site: sets a new password, and attaches the guest purchases with the user's email to the account. One
 * membership stays; the others end as `cancelAndRefund` describes.
 */
export function POST(request: Request): Promise<Response> {
  return respond(request, async () => {
    const { password, claim } = await readBody(request, bodySchema)
    const { user, isEmailConfirmed, accessToken, proofs } = await requireUser(request, { secondFactor: true })
    if (!user.email || !isEmailConfirmed || !isProvedByEmail(proofs, Date.now() / 1000)) {
      throw new RequestProblem(403, 'reauthentication_needed')
    }
    const context = await getBilling()
    await enforceRateLimit(context.database, limit, user.id)
    await claimMembership(context, { user, accessToken, nonce: claim }, password)
    return { claimed: true }
  })
}
