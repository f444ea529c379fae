import type { Auth } from './context.ts'
import { codeHash, oneTimeCode } from './crypto/codes.ts'
import type { TemplateName } from './mail/templates.ts'
import { saveOneTimeToken, type TokenType } from './store/oneTimeTokens.ts'
import type { User, UserRow } from './store/types.ts'
import { updateUser } from './store/users.ts'
import type { Tx } from './transact.ts'

/** The purpose of a link or code, in the words of `/verify`. */
export type VerificationType = 'signup' | 'recovery' | 'magiclink' | 'invite' | 'email_change'

type SentColumn = 'confirmation_sent_at' | 'recovery_sent_at'
type Purpose = { template: TemplateName; token: TokenType; sent: SentColumn }

const PURPOSES: Record<Exclude<VerificationType, 'email_change'>, Purpose> = {
  signup: {
    template: 'confirmation',
    token: 'confirmation_token',
    sent: 'confirmation_sent_at',
  },
  invite: { template: 'invite', token: 'confirmation_token', sent: 'confirmation_sent_at' },
  recovery: { template: 'recovery', token: 'recovery_token', sent: 'recovery_sent_at' },
  magiclink: { template: 'magic_link', token: 'recovery_token', sent: 'recovery_sent_at' },
}

/** The hosted service's link for a token. */
export function actionLink(auth: Auth, tokenHash: string, type: string, redirectTo: string): string {
  return `${auth.externalUrl}/verify?${new URLSearchParams({ token: tokenHash, type, redirect_to: redirectTo })}`
}

/** The link in an email: the hosted service's, or that of the setting `mailLink`. */
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

/** A one-time code for an email, and its hash for links and the database. */
export function newCode(email: string): { code: string; tokenHash: string } {
  const code = oneTimeCode()
  return { code, tokenHash: codeHash(email, code) }
}

/** Stores a token for a purpose, and its time. */
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
  redirectTo: string,
): Promise<User> {
  const { template } = PURPOSES[type]
  const to = user.email ?? ''
  const { code, tokenHash } = newCode(to)
  const written = await storeToken(tx, user, type, tokenHash)
  const link = mailLink(auth, tokenHash, type, redirectTo)
  tx.send(template, { to, code, link, tokenHash, type, redirectTo, email: to })
  return written
}

/** Sends the code that reauthenticates a user. */
export async function sendReauthentication(tx: Tx, user: User): Promise<void> {
  const to = user.email ?? ''
  const { code, tokenHash } = newCode(to)
  const token = { userId: user.id, type: 'reauthentication_token', hash: tokenHash, relatesTo: to } as const
  await saveOneTimeToken(tx.sql, token, tx.now)
  await updateUser(tx.sql, user, { reauthentication_sent_at: tx.now }, tx.now)
  tx.send('reauthentication', { to, code, email: to })
}

/** Sends the codes of a change of email, to the new and the current one. */
export async function sendEmailChange(
  auth: Auth,
  tx: Tx,
  user: User,
  newEmail: string,
  redirectTo: string,
): Promise<User> {
  const email = user.email ?? ''
  const halves: { to: string; type: TokenType }[] = [
    { to: newEmail, type: 'email_change_token_new' },
    { to: email, type: 'email_change_token_current' },
  ]
  for (const { to, type } of halves) {
    const { code, tokenHash } = newCode(to)
    await saveOneTimeToken(tx.sql, { userId: user.id, type, hash: tokenHash, relatesTo: to }, tx.now)
    const link = mailLink(auth, tokenHash, 'email_change', redirectTo)
    tx.send('email_change', {
      to,
      code,
      link,
      tokenHash,
      type: 'email_change',
      redirectTo,
      email,
      newEmail,
    })
  }
  const changes = { email_change: newEmail, email_change_sent_at: tx.now, email_change_confirm_status: 0 }
  return updateUser(tx.sql, user, changes, tx.now)
}
