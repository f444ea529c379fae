import { readFileSync } from 'node:fs'
import { escapeHtml } from '../../http/html.ts'
import type { OutgoingMail } from '../../inbox/inbox.ts'
import type { MailText } from '../config.ts'

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

/** The values of an email. */
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

/** The sender, the path of an HTML template (or an empty string), and the project's own texts. */
export type Sender = {
  name: string
  email: string
  template: string
  texts: Readonly<Record<string, MailText>>
  siteUrl: string
}

type Template = { subject: string; lead: (content: MailContent) => string; button?: string; note: string }

const IGNORE = "If you didn't ask for this, you can ignore this email."

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
    lead: ({ email, oldEmail }) =>
      `The address of your account was changed from ${oldEmail ?? ''} to ${email ?? ''}.`,
    note: "If that wasn't you, please get in touch at once.",
  },
  mfa_factor_enrolled_notification: {
    subject: 'Two-step sign-in was turned on',
    lead: ({ email }) => `An authenticator app was added to the account ${email ?? ''}.`,
    note: "If that wasn't you, reset your password at once.",
  },
  mfa_factor_unenrolled_notification: {
    subject: 'Two-step sign-in was turned off',
    lead: ({ email }) => `An authenticator app was removed from the account ${email ?? ''}.`,
    note: "If that wasn't you, reset your password at once.",
  },
}

/** The template without a project's own. */
const PLAIN_HTML = `<!doctype html>
<meta charset="utf-8"><title>{{ Heading }}</title>
<p>{{ Sender }}</p>
<h2>{{ Heading }}</h2>
<p>{{ Text }}</p>
{{ if Link }}<p><a href="{{ Link }}">{{ Label }}</a></p>{{ end }}
{{ if Code }}<p>{{ CodeText }} <strong>{{ Code }}</strong></p>{{ end }}
<p>{{ Note }}</p>
`

/** Replaces `{{ Name }}`, and omits parts from `{{ if Name }}` to `{{ end }}` whose value is empty. */
function html(template: Template, sender: Sender, content: MailContent): string {
  const { code = '', link = '' } = content
  const values: Record<string, string> = {
    Sender: sender.name,
    Heading: template.subject,
    Text: template.lead(content),
    Link: link,
    Label: template.button ?? '',
    Code: code,
    CodeText: link ? 'Or enter this code:' : '',
    Note: template.note,
  }
  return (sender.template ? readFileSync(sender.template, 'utf8') : PLAIN_HTML)
    .replace(/\{\{ if (\w+) \}\}(.*?)\{\{ end \}\}/gs, (_, name: string, part: string) =>
      values[name] ? part : '',
    )
    .replace(/\{\{ (\w+) \}\}/g, (whole, name: string) => escapeHtml(values[name] ?? whole))
}

/** The variables of a project's own texts: https://supabase.com/docs/guides/auth/auth-email-templates */
function projectValues(sender: Sender, content: MailContent): Record<string, string> {
  return {
    SiteURL: sender.siteUrl.replace(/\/$/, ''),
    ConfirmationURL: content.link ?? '',
    Token: content.code ?? '',
    TokenHash: content.tokenHash ?? '',
    RedirectTo: content.redirectTo ?? '',
    Email: content.email ?? content.to,
    NewEmail: content.newEmail ?? '',
    OldEmail: content.oldEmail ?? '',
  }
}

/** Replaces the variables of a project's own text. Like Go's templates, it encodes them in queries and fragments. */
function filledText(text: string, values: Record<string, string>): string {
  const fill = (part: string, encode: (value: string) => string) =>
    part.replace(/\{\{\s*\.(\w+)\s*\}\}/g, (whole, name: string) => encode(values[name] ?? whole))
  return fill(
    text.replace(
      /(href="[^"?#]*[?#])([^"]*)"/g,
      (_, start: string, query: string) => `${start}${fill(query, encodeURIComponent)}"`,
    ),
    escapeHtml,
  )
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

/** Renders an email with HTML and plain text. */
export function renderMail(name: TemplateName, sender: Sender, content: MailContent): OutgoingMail {
  const template = TEMPLATES[name]
  const { to, ...details } = content
  const { subject, content: text } = sender.texts[name] ?? {}
  const values = projectValues(sender, content)
  return {
    source: 'auth',
    kind: name,
    from: `${sender.name} <${sender.email}>`,
    to,
    subject: subject ? filledText(subject, values) : template.subject,
    html: text ? filledText(text, values) : html(template, sender, content),
    text: plain(template, content),
    details,
  }
}
