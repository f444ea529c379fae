import { createEmailUser, EMAIL_TAKEN } from './accounts.ts'
import { type Body, validEmail } from './body.ts'
import type { Auth } from './context.ts'
import { AuthError, invalid } from './errors.ts'
import { actionLink, newCode, storeToken } from './mailCodes.ts'
import { requireStrongPassword } from './passwordStrength.ts'
import { saveOneTimeToken, type TokenType } from './store/oneTimeTokens.ts'
import type { Metadata, User } from './store/types.ts'
import { findUserByEmail, isEmailTaken, mergeMetadata, updateUser } from './store/users.ts'
import { type Tx, transact } from './transact.ts'

const TYPES = [
  'signup',
  'invite',
  'magiclink',
  'recovery',
  'email_change_current',
  'email_change_new',
] as const
type LinkType = (typeof TYPES)[number]

/** A link that was made, with what it is made of, under the names that clients read. */
export type GeneratedLink = {
  user: User
  properties: {
    action_link: string
    email_otp: string
    hashed_token: string
    verification_type: LinkType
    redirect_to: string
  }
}

type Request = { email: string; data: Metadata | undefined; passwordHash: string | null; redirectTo: string }

function linkType(text: string): LinkType {
  const type = TYPES.find((known) => known === text)
  if (type) return type
  throw invalid(`Invalid email action link type requested: ${text}`)
}

/** A user to invite or sign up: the one who hasn't confirmed yet, or a new one. */
async function newcomer(tx: Tx, request: Request, existing: User | undefined): Promise<User> {
  const { email, data, passwordHash } = request
  if (existing?.email_confirmed_at) throw new AuthError(422, 'email_exists', EMAIL_TAKEN)
  if (!existing) return createEmailUser(tx, { email, passwordHash, data: data ?? {} })
  const metadata = mergeMetadata(existing.raw_user_meta_data, data ?? {})
  return updateUser(tx.sql, existing, { raw_user_meta_data: metadata }, tx.now)
}

function requireUser(user: User | undefined): User {
  if (user) return user
  throw new AuthError(404, 'user_not_found', 'User with this email not found')
}

async function linkFor(auth: Auth, tx: Tx, asked: LinkType, request: Request): Promise<GeneratedLink> {
  const { email, redirectTo } = request
  const existing = await findUserByEmail(tx.sql, email, true)
  // A stranger's magic link signs them up.
  const type = asked === 'magiclink' && !existing ? 'signup' : asked
  if (type === 'email_change_current' || type === 'email_change_new') throw invalid('handled elsewhere')
  const newcomers = type === 'signup' || type === 'invite'
  const user = newcomers ? await newcomer(tx, request, existing) : requireUser(existing)
  const { code, tokenHash } = newCode(auth, email)
  const written = await storeToken(tx, user, type, tokenHash)
  return {
    user: written,
    properties: {
      action_link: actionLink(auth, tokenHash, type, redirectTo),
      email_otp: code,
      hashed_token: tokenHash,
      verification_type: type,
      redirect_to: redirectTo,
    },
  }
}

async function changeLink(
  auth: Auth,
  tx: Tx,
  type: 'email_change_current' | 'email_change_new',
  request: Request & { newEmail: string },
): Promise<GeneratedLink> {
  const { email, redirectTo } = request
  const user = requireUser(await findUserByEmail(tx.sql, email, true))
  const isCurrent = type === 'email_change_current'
  if (isCurrent && !auth.config().secureEmailChange) {
    throw invalid('Enable secure email change to generate link for current email')
  }
  const newEmail = validEmail(request.newEmail)
  if (await isEmailTaken(tx.sql, newEmail, user.id)) throw new AuthError(422, 'email_exists', EMAIL_TAKEN)
  const to = isCurrent ? email : newEmail
  const { code, tokenHash } = newCode(auth, to)
  const token: TokenType = isCurrent ? 'email_change_token_current' : 'email_change_token_new'
  await saveOneTimeToken(tx.sql, { userId: user.id, type: token, hash: tokenHash, relatesTo: to }, tx.now)
  const changes = { email_change: newEmail, email_change_sent_at: tx.now, email_change_confirm_status: 0 }
  return {
    user: await updateUser(tx.sql, user, changes, tx.now),
    properties: {
      action_link: actionLink(auth, tokenHash, 'email_change', redirectTo),
      email_otp: code,
      hashed_token: tokenHash,
      verification_type: type,
      redirect_to: redirectTo,
    },
  }
}

/** POST /admin/generate_link: a link of any kind, without an e-mail. Throws AuthErrors. */
export async function generateLink(auth: Auth, body: Body, redirectTo: string): Promise<GeneratedLink> {
  const email = validEmail(body.text('email'))
  const type = linkType(body.text('type'))
  const password = body.text('password')
  const data = body.object('data')
  if (type === 'email_change_current' || type === 'email_change_new') {
    const request = { email, data, passwordHash: null, redirectTo, newEmail: body.text('new_email') }
    return transact(auth, (tx) => changeLink(auth, tx, type, request))
  }
  if (type === 'signup') {
    if (password === '') throw invalid('Signup requires a valid password')
    requireStrongPassword(password, auth.config())
  }
  const passwordHash = type === 'signup' ? await auth.passwords.hash(password) : null
  return transact(auth, (tx) => linkFor(auth, tx, type, { email, data, passwordHash, redirectTo }))
}
