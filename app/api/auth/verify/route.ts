import { z } from 'zod'
import { readBody } from '@/lib/api/body'
import { clientNetworkKey, getClientIp } from '@/lib/api/clientNetwork'
import { respond } from '@/lib/api/respond'
import { verifyEmail } from '@/lib/auth/server/verifyEmail'
import { enforceRateLimit, type RateLimit } from '@/lib/database/rateLimit'
import { maxEmailLength } from '@/lib/email'
import { getBillingIfConfigured } from '@/lib/membership/context'

export const maxDuration = 30

const sign_up = z.object({ id: z.uuid(), mark: z.uuid() }).optional()
/** A change of email concerns a confirmed account, and is verified by the account service itself. */
const type = z.enum(['signup', 'invite', 'magiclink', 'recovery', 'email'])

const bodySchema = z.union([
  z.object({ token_hash: z.string().regex(/^[\w-]{1,256}$/), type, sign_up }),
  z.object({ email: z.string().max(maxEmailLength), token: z.string().regex(/^\d{6,10}$/), type, sign_up }),
])

/** Links and codes of one network. */
const senderLimit: RateLimit = { name: 'verify-sender', count: 300, seconds: 3600 }
/** Codes for one email, of one network: fewer than {@link emailLimit}, so that no sender alone locks the owner out. */
const senderEmailLimit: RateLimit = { name: 'verify-sender-email', count: 10, seconds: 3600 }
/**
 * Codes for one email, of all networks. The account service counts each IP on its own, and a guesser may have many. The
 * owner's link works beyond it: a hash cannot be guessed.
 */
const emailLimit: RateLimit = { name: 'verify-email', count: 200, seconds: 3600 }

/** Visitor → site: a session for a link or code from an email; see docs/decisions/password-ownership.md. */
export function POST(request: Request): Promise<Response> {
  return respond(request, async () => {
    const { sign_up: signUp, ...proof } = await readBody(request, bodySchema)
    const database = (await getBillingIfConfigured())?.database
    const sender = clientNetworkKey(request)
    await enforceRateLimit(database, senderLimit, sender)
    if ('email' in proof) {
      const email = proof.email.toLowerCase()
      await enforceRateLimit(database, senderEmailLimit, `${sender} ${email}`)
      await enforceRateLimit(database, emailLimit, email)
    }
    return verifyEmail(proof, { signUp, clientIp: getClientIp(request) })
  })
}
