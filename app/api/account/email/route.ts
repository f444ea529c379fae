import { createRoute } from '@/lib/api/createRoute'
import { requireUser } from '@/lib/auth/server/requireUser'
import { enforceRateLimit, type RateLimit } from '@/lib/database/rateLimit'
import { getBilling } from '@/lib/membership/context'
import { settleChangedEmails } from '@/lib/membership/settle'

const limit: RateLimit = { name: 'account-email', count: 30, seconds: 600 }

/** User → site: writes the account's email to Stripe, after the account service has confirmed a change. */
export const POST = createRoute(async (request) => {
  const { user, isEmailConfirmed } = await requireUser(request)
  const billing = await getBilling()
  await enforceRateLimit(billing.database, limit, user.id)
  if (isEmailConfirmed) await settleChangedEmails(billing, user)
  return { accepted: true }
})
