import type { Auth } from './context.ts'
import { createCode } from './crypto/codes.ts'
import { saveOneTimeToken, type TokenType } from './store/oneTimeTokens.ts'
import type { User, UserRow } from './store/types.ts'
import { updateUser } from './store/users.ts'
import type { Tx } from './transact.ts'

/** The purpose of a link or code: the `type` in requests to `/verify`. */
export type VerificationType = keyof typeof PURPOSES | 'email_change'

const PURPOSES = {
  signup: { template: 'confirmation', tokenType: 'confirmation_token', sentColumn: 'confirmation_sent_at' },
  invite: { template: 'invite', tokenType: 'confirmation_token', sentColumn: 'confirmation_sent_at' },
  recovery: { template: 'recovery', tokenType: 'recovery_token', sentColumn: 'recovery_sent_at' },
  magiclink: { template: 'magic_link', tokenType: 'recovery_token', sentColumn: 'recovery_sent_at' },
} as const

/** Builds a link to Auth's `/verify`, as hosted Supabase does. The local `/verify` serves only POST. */
export function buildActionLink(auth: Auth, tokenHash: string, type: string, redirectTo: string): string {
  return `${auth.externalUrl}/verify?${new URLSearchParams({ token: tokenHash, type, redirect_to: redirectTo })}`
}

/** Builds the link in an email from the template `mailLink`; without one, a link to `/verify`. */
function buildMailLink(auth: Auth, tokenHash: string, type: string, redirectTo: string): string {
  const { mailLink: template, siteUrl } = auth.config()
  const verifyUrl = buildActionLink(auth, tokenHash, type, redirectTo)
  if (!template) return verifyUrl
  const values: Record<string, string> = {
    SiteURL: siteUrl.replace(/\/$/, ''),
    ConfirmationURL: verifyUrl,
    TokenHash: encodeURIComponent(tokenHash),
    Type: encodeURIComponent(type),
    RedirectTo: encodeURIComponent(redirectTo),
  }
  return template.replace(/\{\{\s*\.(\w+)\s*\}\}/g, (variable, name: string) => values[name] ?? variable)
}

/** Stores a token's hash for a purpose, and records that its email was sent now. */
export async function saveToken(
  tx: Tx,
  user: User,
  type: keyof typeof PURPOSES,
  tokenHash: string,
): Promise<User> {
  const { tokenType, sentColumn } = PURPOSES[type]
  const relatesTo = user.email ?? ''
  await saveOneTimeToken(tx.sql, { userId: user.id, type: tokenType, hash: tokenHash, relatesTo }, tx.now)
  const changes: Partial<UserRow> = {
    [sentColumn]: tx.now,
    ...(type === 'invite' ? { invited_at: tx.now } : {}),
  }
  return updateUser(tx.sql, user, changes, tx.now)
}

/** Sends a user a link and a code on commit. Throws a 500 AuthError for an email that the mailer rejects. */
export async function sendCode(
  auth: Auth,
  tx: Tx,
  user: User,
  type: keyof typeof PURPOSES,
  redirectTo: string,
): Promise<User> {
  const { template } = PURPOSES[type]
  const to = user.email ?? ''
  const { code, tokenHash } = createCode(to)
  const updatedUser = await saveToken(tx, user, type, tokenHash)
  const link = buildMailLink(auth, tokenHash, type, redirectTo)
  tx.send(template, { to, code, link, tokenHash, type, redirectTo, email: to })
  return updatedUser
}

/** Sends a user a code for reauthentication on commit. */
export async function sendReauthentication(tx: Tx, user: User): Promise<void> {
  const to = user.email ?? ''
  const { code, tokenHash } = createCode(to)
  const token = { userId: user.id, type: 'reauthentication_token', hash: tokenHash, relatesTo: to } as const
  await saveOneTimeToken(tx.sql, token, tx.now)
  await updateUser(tx.sql, user, { reauthentication_sent_at: tx.now }, tx.now)
  tx.send('reauthentication', { to, code, email: to })
}

/** On commit, sends a code and a link for an email change to both the new and the current email. */
export async function sendEmailChange(
  auth: Auth,
  tx: Tx,
  user: User,
  newEmail: string,
  redirectTo: string,
): Promise<User> {
  const email = user.email ?? ''
  const recipients: { to: string; type: TokenType }[] = [
    { to: newEmail, type: 'email_change_token_new' },
    { to: email, type: 'email_change_token_current' },
  ]
  for (const { to, type } of recipients) {
    const { code, tokenHash } = createCode(to)
    await saveOneTimeToken(tx.sql, { userId: user.id, type, hash: tokenHash, relatesTo: to }, tx.now)
    const link = buildMailLink(auth, tokenHash, 'email_change', redirectTo)
    const content = { to, code, link, tokenHash, type: 'email_change', redirectTo, email, newEmail }
    tx.send('email_change', content)
  }
  const changes = { email_change: newEmail, email_change_sent_at: tx.now, email_change_confirm_status: 0 }
  return updateUser(tx.sql, user, changes, tx.now)
}
