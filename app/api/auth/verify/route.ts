import { z } from 'zod'
import { readBody } from '@/lib/api/body'
import { respond } from '@/lib/api/respond'
import { clientIpOf } from '@/lib/api/sender'
import { verifyEmail } from '@/lib/auth/server/verifyEmail'
import { maxEmailLength } from '@/lib/email'

export const maxDuration = 30

const sign_up = z.object({ id: z.uuid(), mark: z.uuid() }).optional()
/** A change of an email address concerns an account that is confirmed, and goes to the account service itself. */
const type = z.enum(['signup', 'invite', 'magiclink', 'recovery', 'email'])

const bodySchema = z.union([
  z.object({ token_hash: z.string().regex(/^[\w-]{1,256}$/), type, sign_up }),
  z.object({ email: z.string().max(maxEmailLength), token: z.string().regex(/^\d{6,10}$/), type, sign_up }),
])

/** Visitor → site: a session for a link or code from an email; see docs/decisions/password-ownership.md. */
export function POST(request: Request): Promise<Response> {
  return respond(request, async () => {
    const { sign_up: signUp, ...proof } = await readBody(request, bodySchema)
    return verifyEmail(proof, { signUp, clientIp: clientIpOf(request) })
  })
}
