import { escapeHtml } from '../../http/html.ts'
import type { OutgoingMail } from '../../inbox/inbox.ts'
import type { AuthConfig } from '../config.ts'

/** The emails of https://supabase.com/docs/guides/auth/auth-email-templates. */
export type TemplateName =
  | 'confirmation'
  | 'recovery'
  | 'magic_link'
  | 'email_change'
  | 'invite'
  | 'reauthentication'
  | 'password_changed_notification'
  | 'email_changed_notification'
  | 'mfa_factor_enrolled_notification'
  | 'mfa_factor_unenrolled_notification'

/** The values of an email. `email` is the account's email, `type` the type of verification. */
export type MailContent = {
  to: string
  code?: string
  link?: string
  tokenHash?: string
  type?: string
  redirectTo?: string
  email?: string
  newEmail?: string
  oldEmail?: string
}

type Template = { subject: string; intro: (content: MailContent) => string; button?: string; note: string }

const IGNORE_NOTE = "If you didn't request this, you can ignore this email."

const TEMPLATES: Record<TemplateName, Template> = {
  confirmation: {
    subject: 'Confirm your email address',
    intro: () => 'Please confirm this address to finish signing up.',
    button: 'Confirm email address',
    note: IGNORE_NOTE,
  },
  recovery: {
    subject: 'Reset your password',
    intro: () => 'A new password was requested for your account.',
    button: 'Choose a new password',
    note: IGNORE_NOTE,
  },
  magic_link: {
    subject: 'Your sign-in link',
    intro: () => 'This link signs you in. It works once, and not for long.',
    button: 'Sign in',
    note: IGNORE_NOTE,
  },
  email_change: {
    subject: 'Confirm your new email address',
    intro: ({ email, newEmail }) =>
      `Please confirm that the address of your account changes from ${email || 'none'} to ${newEmail ?? ''}.`,
    button: 'Confirm the change',
    note: IGNORE_NOTE,
  },
  invite: {
    subject: "You've been invited",
    intro: () => 'You have been invited to create an account.',
    button: 'Accept the invitation',
    note: IGNORE_NOTE,
  },
  reauthentication: {
    subject: 'Your verification code',
    intro: () => 'Enter this code to show that it is you.',
    note: IGNORE_NOTE,
  },
  password_changed_notification: {
    subject: 'Your password was changed',
    intro: ({ email }) => `The password of the account ${email ?? ''} was changed.`,
    note: "If that wasn't you, reset your password at once.",
  },
  email_changed_notification: {
    subject: 'Your email address was changed',
    intro: ({ email, oldEmail }) =>
      `The address of your account was changed from ${oldEmail ?? ''} to ${email ?? ''}.`,
    note: "If that wasn't you, please get in touch at once.",
  },
  mfa_factor_enrolled_notification: {
    subject: 'Two-step sign-in was turned on',
    intro: ({ email }) => `An authenticator app was added to the account ${email ?? ''}.`,
    note: "If that wasn't you, reset your password at once.",
  },
  mfa_factor_unenrolled_notification: {
    subject: 'Two-step sign-in was turned off',
    intro: ({ email }) => `An authenticator app was removed from the account ${email ?? ''}.`,
    note: "If that wasn't you, reset your password at once.",
  },
}

/** Renders plain HTML for an email without a project's own. */
function renderHtml(template: Template, config: AuthConfig, content: MailContent): string {
  const { code, link } = content
  const [sender, heading, text, label, note] = [
    config.mailSender,
    template.subject,
    template.intro(content),
    template.button ?? '',
    template.note,
  ].map(escapeHtml)
  return `<!doctype html>
<meta charset="utf-8"><title>${heading}</title>
<p>${sender}</p>
<h2>${heading}</h2>
<p>${text}</p>
${link ? `<p><a href="${escapeHtml(link)}">${label}</a></p>` : ''}
${code ? `<p>${link ? 'Or enter this code:' : ''} <strong>${code}</strong></p>` : ''}
<p>${note}</p>
`
}

/** The variables of a project's own texts: https://supabase.com/docs/guides/auth/auth-email-templates */
function createVariables(siteUrl: string, content: MailContent): Record<string, string> {
  return {
    SiteURL: siteUrl.replace(/\/$/, ''),
    ConfirmationURL: content.link ?? '',
    Token: content.code ?? '',
    TokenHash: content.tokenHash ?? '',
    RedirectTo: content.redirectTo ?? '',
    Email: content.email ?? content.to,
    NewEmail: content.newEmail ?? '',
    OldEmail: content.oldEmail ?? '',
  }
}

/**
 * Replaces the variables of a project's own text. As by Go's templates, values are escaped for HTML, or encoded in the
 * query and fragment of an `href`.
 */
function replaceVariables(text: string, values: Record<string, string>): string {
  const replaceAll = (part: string, encode: (value: string) => string) =>
    part.replace(/\{\{\s*\.(\w+)\s*\}\}/g, (variable, name: string) => encode(values[name] ?? variable))
  return replaceAll(
    text.replace(
      /(href="[^"?#]*[?#])([^"]*)"/g,
      (_, start: string, query: string) => `${start}${replaceAll(query, encodeURIComponent)}"`,
    ),
    escapeHtml,
  )
}

function renderPlainText(template: Template, content: MailContent): string {
  const { code, link } = content
  const lines = [
    template.subject,
    template.intro(content),
    ...(link ? [`${template.button}:\n${link}`] : []),
    ...(code ? [`${link ? 'Or enter this code: ' : ''}${code}`] : []),
    template.note,
  ]
  return `${lines.join('\n\n')}\n`
}

/** Renders an email. A project's own text replaces the subject and the HTML, but not the plain text. */
export function renderMail(name: TemplateName, config: AuthConfig, content: MailContent): OutgoingMail {
  const template = TEMPLATES[name]
  const { to, ...details } = content
  const { subject, content: text } = config.mails[name] ?? {}
  const variables = createVariables(config.siteUrl, content)
  return {
    source: 'auth',
    kind: name,
    from: `${config.mailSender} <${config.mailSenderEmail}>`,
    to,
    subject: subject ? replaceVariables(subject, variables) : template.subject,
    html: text ? replaceVariables(text, variables) : renderHtml(template, config, content),
    text: renderPlainText(template, content),
    details,
  }
}
