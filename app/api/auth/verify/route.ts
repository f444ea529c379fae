import { z } from 'zod'
import { readBody } from '@/lib/api/body'
import { clientNetworkKey, getClientIp } from '@/lib/api/clientNetwork'
import { createRoute } from '@/lib/api/createRoute'
import { RequestProblem } from '@/lib/api/problem'
import { verifyEmail } from '@/lib/auth/server/verifyEmail'
import { enforceRateLimit, type RateLimit } from '@/lib/database/rateLimit'
import { maxEmailLength } from '@/lib/email'
import { getBillingIfConfigured } from '@/lib/membership/context'

/** Excludes email changes: the browser verifies them with Supabase Auth, and they do not set `verified_email`. */
const type = z.enum(['signup', 'invite', 'magiclink', 'recovery', 'email'])

const bodySchema = z.union([
  z.object({ token_hash: z.string().regex(/^[\w-]{1,256}$/), type }),
  z.object({ email: z.string().max(maxEmailLength), token: z.string().regex(/^\d{6,10}$/), type }),
])

/** Attempts with links and codes, per network. */
const networkLimit: RateLimit = { name: 'verify-sender', count: 300, seconds: 3600 }
/** Attempts with codes per email address and network: few enough that no single network can use up `emailLimit`. */
const networkEmailLimit: RateLimit = { name: 'verify-sender-email', count: 10, seconds: 3600 }
/**
 * Attempts with codes for each email address from all networks, because Supabase Auth counts by IP, and an attacker may
 * have many IPs. At the limit, the emailed link still works: it is not counted here, since its hash cannot be guessed.
 */
const emailLimit: RateLimit = { name: 'verify-email', count: 200, seconds: 3600 }

/** Visitor → site: a session for a link or code from an email; see docs/decisions/password-ownership.md. */
export const POST = createRoute(async (request) => {
  const proof = await readBody(request, bodySchema)
  const database = (await getBillingIfConfigured())?.database
  const networkKey = clientNetworkKey(request)
  await enforceRateLimit(database, networkLimit, networkKey)
  if ('email' in proof) {
    // Without a database, these limits do not apply, and a code could be guessed.
    if (!database) throw new RequestProblem(503, 'accounts_unavailable')
    const email = proof.email.toLowerCase()
    await enforceRateLimit(database, networkEmailLimit, `${networkKey} ${email}`)
    await enforceRateLimit(database, emailLimit, email)
  }
  return verifyEmail(proof, getClientIp(request))
})
