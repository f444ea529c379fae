import { escapeHtml } from '../../http/html.ts'
import type { OutgoingMail } from '../../mail/inbox.ts'

/** The e-mails of https://supabase.com/docs/guides/auth/auth-email-templates. */
export type TemplateName =
  | 'confirmation'
  | 'recovery'
  | 'magic_link'
  | 'email_change'
  | 'invite'
  | 'reauthentication'
  | 'password_changed_notification'
  | 'email_changed_notification'

/** What an e-mail tells: the code and link where it has one, and the addresses of a change. */
export type MailContent = {
  to: string
  code?: string
  link?: string
  tokenHash?: string
  type?: string
  redirectTo?: string
  email?: string
  newEmail?: string
}

type Template = { subject: string; lead: (content: MailContent) => string; button?: string; note: string }

const FROM = 'Local Auth <noreply@localhost>'
const IGNORE = "If you didn't ask for this, you can ignore this e-mail."

const TEMPLATES: Record<TemplateName, Template> = {
  confirmation: {
    subject: 'Confirm your email address',
    lead: () => 'Please confirm this address to finish signing up.',
    button: 'Confirm email address',
    note: IGNORE,
  },
  recovery: {
    subject: 'Reset your password',
    lead: () => 'Somebody, hopefully you, wants to choose a new password for your account.',
    button: 'Choose a new password',
    note: IGNORE,
  },
  magic_link: {
    subject: 'Your sign-in link',
    lead: () => 'This link signs you in. It works once, and not for long.',
    button: 'Sign in',
    note: IGNORE,
  },
  email_change: {
    subject: 'Confirm your new email address',
    lead: ({ email, newEmail }) =>
      `Please confirm that the address of your account changes from ${email || 'none'} to ${newEmail ?? ''}.`,
    button: 'Confirm the change',
    note: IGNORE,
  },
  invite: {
    subject: "You've been invited",
    lead: () => 'You have been invited to create an account.',
    button: 'Accept the invitation',
    note: IGNORE,
  },
  reauthentication: {
    subject: 'Your verification code',
    lead: () => 'Enter this code to show that it is you.',
    note: IGNORE,
  },
  password_changed_notification: {
    subject: 'Your password was changed',
    lead: ({ email }) => `The password of the account ${email ?? ''} was changed.`,
    note: "If that wasn't you, reset your password at once.",
  },
  email_changed_notification: {
    subject: 'Your email address was changed',
    lead: ({ email, newEmail }) =>
      `The address of your account was changed from ${email ?? ''} to ${newEmail ?? ''}.`,
    note: "If that wasn't you, please get in touch at once.",
  },
}

function html(template: Template, content: MailContent): string {
  const { code, link } = content
  const lines = [
    `<h2>${escapeHtml(template.subject)}</h2>`,
    `<p>${escapeHtml(template.lead(content))}</p>`,
    ...(link ? [`<p><a href="${escapeHtml(link)}">${escapeHtml(template.button ?? '')}</a></p>`] : []),
    ...(code ? [`<p>${link ? 'Or enter this code: ' : ''}<strong>${escapeHtml(code)}</strong></p>`] : []),
    `<p>${escapeHtml(template.note)}</p>`,
  ]
  return `<!doctype html>\n<html lang="en"><body>\n${lines.join('\n')}\n</body></html>\n`
}

function plain(template: Template, content: MailContent): string {
  const { code, link } = content
  const lines = [
    template.subject,
    template.lead(content),
    ...(link ? [`${template.button}:\n${link}`] : []),
    ...(code ? [`${link ? 'Or enter this code: ' : ''}${code}`] : []),
    template.note,
  ]
  return `${lines.join('\n\n')}\n`
}

/** An e-mail with its HTML and plain-text parts. */
export function renderMail(name: TemplateName, content: MailContent): OutgoingMail {
  const template = TEMPLATES[name]
  const { to, ...details } = content
  return {
    source: 'auth',
    kind: name,
    from: FROM,
    to,
    subject: template.subject,
    html: html(template, content),
    text: plain(template, content),
    details,
  }
}
