import { z } from 'zod'
import { readBody } from '@/lib/api/body'
import { clientNetworkKey, getClientIp } from '@/lib/api/clientNetwork'
import { createRoute } from '@/lib/api/createRoute'
import { RequestProblem } from '@/lib/api/problem'
import { verifyEmail, verifyEmailChange } from '@/lib/auth/server/verifyEmail'
import { enforceRateLimit, type RateLimit } from '@/lib/database/rateLimit'
import { maxEmailLength } from '@/lib/email'
import { getBillingIfConfigured } from '@/lib/membership/context'

/** The types of links and codes that sign a visitor in. */
const type = z.enum(['signup', 'invite', 'magiclink', 'recovery', 'email'])

const token_hash = z.string().regex(/^[\w-]{1,256}$/)
const email = z.string().max(maxEmailLength).toLowerCase()
const token = z.string().regex(/^\d{6,10}$/)

const bodySchema = z.union([
  z.object({ token_hash, type }),
  // On the sign-up page, the visitor has typed a password before the code.
  z.object({ email, token, type, password: z.string().max(1000).optional() }),
  z.object({ token_hash, type: z.literal('email_change'), token: token.optional(), email, new_email: email }),
])

/** Attempts with links and codes, per network. */
const networkLimit: RateLimit = { name: 'verify-sender', count: 300, seconds: 3600 }
/** Attempts with codes per email address and network: few enough that no single network can use up `emailLimit`. */
const networkEmailLimit: RateLimit = { name: 'verify-sender-email', count: 10, seconds: 3600 }
/**
 * Attempts with codes per email address, from all networks, because Supabase Auth counts by IP, and an attacker may
 * have many IPs. At the limit, emailed links still work, except those of an email change, which also contain a code.
 */
const emailLimit: RateLimit = { name: 'verify-email', count: 200, seconds: 3600 }

/** Visitor → site: returns a session for an emailed link or code; see docs/decisions/password-ownership.md. */
export const POST = createRoute(async (request) => {
  const proof = await readBody(request, bodySchema)
  const database = (await getBillingIfConfigured())?.database
  const networkKey = clientNetworkKey(request)
  await enforceRateLimit(database, networkLimit, networkKey)
  const limitCodes = async (email: string) => {
    await enforceRateLimit(database, networkEmailLimit, `${networkKey} ${email}`)
    await enforceRateLimit(database, emailLimit, email)
  }
  if ('new_email' in proof) {
    // Without a database, a code could be guessed, so it proves nothing.
    const token = database && proof.token
    // Limits the current email too: `verifyEmailChange` looks it up, which invalidates the last link sent to it.
    if (token) for (const email of [proof.new_email, proof.email]) await limitCodes(email)
    return (await verifyEmailChange({ ...proof, token }, getClientIp(request))) ?? {}
  }
  if ('token' in proof) {
    // Without a database, the limits do not apply, so a code could be guessed.
    if (!database) throw new RequestProblem(503, 'accounts_unavailable')
    await limitCodes(proof.email)
  }
  return verifyEmail(proof, getClientIp(request))
})
