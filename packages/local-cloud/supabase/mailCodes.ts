import type { Auth } from './context.ts'
import { codeHash, oneTimeCode } from './crypto/codes.ts'
import type { TemplateName } from './mail/templates.ts'
import { type Challenge, createFlowState, type FlowMethod } from './store/flowStates.ts'
import { PKCE_PREFIX, saveOneTimeToken, type TokenType } from './store/oneTimeTokens.ts'
import type { User, UserRow } from './store/types.ts'
import { updateUser } from './store/users.ts'
import type { Tx } from './transact.ts'

/** What a link or code is for, as `/verify` names it. */
export type VerificationType = 'signup' | 'recovery' | 'magiclink' | 'invite' | 'email_change'

type SentColumn = 'confirmation_sent_at' | 'recovery_sent_at'
type Purpose = { template: TemplateName; token: TokenType; sent: SentColumn; flow: FlowMethod }

const PURPOSES: Record<Exclude<VerificationType, 'email_change'>, Purpose> = {
  signup: {
    template: 'confirmation',
    token: 'confirmation_token',
    sent: 'confirmation_sent_at',
    flow: 'email/signup',
  },
  invite: { template: 'invite', token: 'confirmation_token', sent: 'confirmation_sent_at', flow: 'invite' },
  recovery: { template: 'recovery', token: 'recovery_token', sent: 'recovery_sent_at', flow: 'recovery' },
  magiclink: { template: 'magic_link', token: 'recovery_token', sent: 'recovery_sent_at', flow: 'magiclink' },
}

/** The hosted service's link for a token. */
export function actionLink(auth: Auth, tokenHash: string, type: string, redirectTo: string): string {
  return `${auth.externalUrl}/verify?${new URLSearchParams({ token: tokenHash, type, redirect_to: redirectTo })}`
}

/** The link in an e-mail: the hosted service's, or what the configured template says. */
function mailLink(auth: Auth, tokenHash: string, type: string, redirectTo: string): string {
  const { mailLink: template, siteUrl } = auth.config()
  const confirmation = actionLink(auth, tokenHash, type, redirectTo)
  if (!template) return confirmation
  const values: Record<string, string> = {
    SiteURL: siteUrl.replace(/\/$/, ''),
    ConfirmationURL: confirmation,
    TokenHash: encodeURIComponent(tokenHash),
    Type: encodeURIComponent(type),
    RedirectTo: encodeURIComponent(redirectTo),
  }
  return template.replace(/\{\{\s*\.(\w+)\s*\}\}/g, (whole, name: string) => values[name] ?? whole)
}

function prefixed(hash: string, challenge: Challenge | undefined): string {
  return challenge ? `${PKCE_PREFIX}${hash}` : hash
}

/** Makes a code for an address and what stands for it in links and in the database. */
export function newCode(
  auth: Auth,
  address: string,
  challenge?: Challenge,
): { code: string; plainHash: string; tokenHash: string } {
  const code = oneTimeCode(auth.config().otpLength)
  const plainHash = codeHash(address, code)
  return { code, plainHash, tokenHash: prefixed(plainHash, challenge) }
}

/** Stores a token for a purpose, and when it was made. */
export async function storeToken(
  tx: Tx,
  user: User,
  type: Exclude<VerificationType, 'email_change'>,
  tokenHash: string,
): Promise<User> {
  const { token, sent } = PURPOSES[type]
  const relatesTo = user.email ?? ''
  await saveOneTimeToken(tx.sql, { userId: user.id, type: token, hash: tokenHash, relatesTo }, tx.now)
  const changes: Partial<UserRow> = { [sent]: tx.now, ...(type === 'invite' ? { invited_at: tx.now } : {}) }
  return updateUser(tx.sql, user, changes, tx.now)
}

/** Sends a user the link and code to confirm, recover, sign in or accept an invitation. Throws 429 AuthErrors. */
export async function sendCode(
  auth: Auth,
  tx: Tx,
  user: User,
  type: Exclude<VerificationType, 'email_change'>,
  options: { redirectTo: string; challenge?: Challenge | undefined },
): Promise<User> {
  const { redirectTo, challenge } = options
  const { template, flow } = PURPOSES[type]
  const to = user.email ?? ''
  if (challenge) await createFlowState(tx.sql, user.id, flow, challenge, tx.now)
  const { code, tokenHash } = newCode(auth, to, challenge)
  const written = await storeToken(tx, user, type, tokenHash)
  const link = mailLink(auth, tokenHash, type, redirectTo)
  tx.send(template, { to, code, link, tokenHash, type, redirectTo, email: to })
  return written
}

/** Sends the code that shows that it is still the user. */
export async function sendReauthentication(auth: Auth, tx: Tx, user: User): Promise<void> {
  const to = user.email ?? ''
  const { code, tokenHash } = newCode(auth, to)
  const token = { userId: user.id, type: 'reauthentication_token', hash: tokenHash, relatesTo: to } as const
  await saveOneTimeToken(tx.sql, token, tx.now)
  await updateUser(tx.sql, user, { reauthentication_sent_at: tx.now }, tx.now)
  tx.send('reauthentication', { to, code, email: to })
}

/** Sends the codes for a change of address: to the new one, and to the current one too when changes are secure. */
export async function sendEmailChange(
  auth: Auth,
  tx: Tx,
  user: User,
  newEmail: string,
  options: { redirectTo: string; challenge?: Challenge | undefined },
): Promise<User> {
  const { redirectTo, challenge } = options
  if (challenge) await createFlowState(tx.sql, user.id, 'email_change', challenge, tx.now)
  const halves: { to: string; type: TokenType }[] = [{ to: newEmail, type: 'email_change_token_new' }]
  if (auth.config().secureEmailChange && user.email) {
    halves.push({ to: user.email, type: 'email_change_token_current' })
  }
  for (const { to, type } of halves) {
    const { code, tokenHash } = newCode(auth, to, challenge)
    await saveOneTimeToken(tx.sql, { userId: user.id, type, hash: tokenHash, relatesTo: to }, tx.now)
    const link = mailLink(auth, tokenHash, 'email_change', redirectTo)
    const email = user.email ?? ''
    const content = { to, code, link, tokenHash, type: 'email_change', redirectTo, email, newEmail }
    tx.send('email_change', content)
  }
  const changes = { email_change: newEmail, email_change_sent_at: tx.now, email_change_confirm_status: 0 }
  return updateUser(tx.sql, user, changes, tx.now)
}
