import { createEmailUser, EMAIL_TAKEN } from './accounts.ts'
import { type Body, validEmail } from './body.ts'
import type { Auth } from './context.ts'
import { AuthError, invalid } from './errors.ts'
import { actionLink, newCode, storeToken } from './mailCodes.ts'
import { findUserByEmail } from './store/users.ts'
import { transact } from './transact.ts'
import { userJson } from './userJson.ts'

const types = ['invite', 'magiclink', 'recovery'] as const

/** POST /admin/generate_link: creates a link without sending it. Throws AuthErrors. */
export async function generateLink(
  auth: Auth,
  body: Body,
  redirectTo: string,
): Promise<Record<string, unknown>> {
  const email = validEmail(body.text('email'))
  const type = types.find((name) => name === body.text('type'))
  if (!type) throw invalid(`Invalid email action link type requested: ${body.text('type')}`)
  const data = body.object('data') ?? {}
  return transact(auth, async (tx) => {
    const existing = await findUserByEmail(tx.sql, email, true)
    if (type === 'invite' && existing?.email_confirmed_at) {
      throw new AuthError(422, 'email_exists', EMAIL_TAKEN)
    }
    if (type !== 'invite' && !existing) {
      throw new AuthError(404, 'user_not_found', 'User with this email not found')
    }
    const user = existing ?? (await createEmailUser(tx, { email, passwordHash: null, data }))
    const { code, tokenHash } = newCode(email)
    return {
      ...userJson(await storeToken(tx, user, type, tokenHash)),
      action_link: actionLink(auth, tokenHash, type, redirectTo),
      email_otp: code,
      hashed_token: tokenHash,
      verification_type: type,
      redirect_to: redirectTo,
    }
  })
}
