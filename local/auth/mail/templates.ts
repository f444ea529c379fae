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

const IGNORE = "If you didn't ask for this, you can ignore this e-mail."

const TEMPLATES: Record<TemplateName, Template> = {
  confirmation: {
    subject: 'Confirm your e-mail address',
    lead: () => 'Please confirm this address to finish signing up.',
    button: 'Confirm e-mail address',
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
    subject: 'Confirm your new e-mail address',
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
    subject: 'Your e-mail address was changed',
    lead: ({ email, newEmail }) =>
      `The address of your account was changed from ${email ?? ''} to ${newEmail ?? ''}.`,
    note: "If that wasn't you, please get in touch at once.",
  },
}

/** The site's colours, in the only way that mail programs read: written at every element. */
const LOOK = {
  body: 'margin:0;padding:32px 16px;background:#f4ecdf;color:#14100c;font:17px/1.6 system-ui,sans-serif;overflow-wrap:anywhere',
  sheet: 'max-width:520px;margin:0 auto;padding:32px;background:#fbf6ec;border-top:8px solid #14100c',
  sender: 'margin:0;font:500 18px/1.2 Rockwell,Georgia,serif;letter-spacing:-.01em',
  ring: 'display:inline-block;vertical-align:middle;width:10px;height:10px;margin-right:10px;padding:4px;border:3px solid #f2a73b;border-right-color:transparent;border-radius:50%;line-height:0',
  lamp: 'display:inline-block;width:10px;height:10px;border-radius:50%;background:#d4331f',
  heading: 'margin:28px 0 12px;font:500 28px/1.15 Rockwell,Georgia,serif;letter-spacing:-.02em',
  text: 'margin:0 0 20px',
  button:
    'display:inline-block;padding:14px 28px;border-radius:99px;background:#f2a73b;color:#14100c;font-weight:600;text-decoration:none',
  code: 'display:block;font-size:30px;line-height:1.3;letter-spacing:.1em;font-variant-numeric:tabular-nums',
  note: 'margin:28px 0 0;padding-top:16px;border-top:1px solid #cdc0aa;color:#5d5143;font-size:15px',
} as const

/** For the mail programs that follow the reader's preference; the others show paper. */
const DARK = `@media (prefers-color-scheme: dark) {
.room { background: #1d1711 !important; color: #f1e8da !important }
.sheet { background: #2a2118 !important; border-color: #f1e8da !important }
.note { border-color: #463a2d !important; color: #bcae99 !important }
}`

function html(template: Template, sender: string, content: MailContent): string {
  const { code, link } = content
  const button = `<a href="${escapeHtml(link ?? '')}" style="${LOOK.button}">${escapeHtml(template.button ?? '')}</a>`
  const lines = [
    `<p style="${LOOK.sender}"><span style="${LOOK.ring}"><span style="${LOOK.lamp}"></span></span>${escapeHtml(sender)}</p>`,
    `<h2 style="${LOOK.heading}">${escapeHtml(template.subject)}</h2>`,
    `<p style="${LOOK.text}">${escapeHtml(template.lead(content))}</p>`,
    ...(link ? [`<p style="${LOOK.text}">${button}</p>`] : []),
    ...(code
      ? [
          `<p style="${LOOK.text}">${link ? 'Or enter this code: ' : ''}<strong style="${LOOK.code}">${escapeHtml(code)}</strong></p>`,
        ]
      : []),
    `<p class="note" style="${LOOK.note}">${escapeHtml(template.note)}</p>`,
  ]
  const head = `<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(template.subject)}</title><style>${DARK}</style>`
  return `<!doctype html>\n<html lang="en"><head>${head}</head><body class="room" style="${LOOK.body}">\n<div class="sheet" style="${LOOK.sheet}">\n${lines.join('\n')}\n</div>\n</body></html>\n`
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

/**
 * An e-mail with its HTML and plain-text parts.
 *
 * @param sender - whose account it is, as the sender's name of a hosted project says it
 */
export function renderMail(name: TemplateName, sender: string, content: MailContent): OutgoingMail {
  const template = TEMPLATES[name]
  const { to, ...details } = content
  return {
    source: 'auth',
    kind: name,
    from: `${sender} <noreply@localhost>`,
    to,
    subject: template.subject,
    html: html(template, sender, content),
    text: plain(template, content),
    details,
  }
}
