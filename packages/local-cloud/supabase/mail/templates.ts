import { escapeHtml } from '../../http/html.ts'
import type { OutgoingMail } from '../../inbox/inbox.ts'
import type { AuthConfig } from '../config.ts'

/** The names of the emails described in https://supabase.com/docs/guides/auth/auth-email-templates. */
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

/** The values in an email. `email` is the account's email, `type` the type of verification. */
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

/** The variables of custom templates: https://supabase.com/docs/guides/auth/auth-email-templates */
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
 * Replaces the variables of a custom template. As in Go's templates, values are escaped for HTML, or URL-encoded in
 * the query and fragment of an `href`.
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

/**
 * Renders an email from its custom template, if any. The default HTML contains the link and the code. As in the hosted
 * service, there is no plain text: https://github.com/supabase/auth/blob/master/internal/mailer/mailmeclient/mailmeclient.go
 */
export function renderMail(name: TemplateName, config: AuthConfig, content: MailContent): OutgoingMail {
  const { to, ...details } = content
  const { subject = name, content: ownHtml } = config.mails[name] ?? {}
  const variables = createVariables(config.siteUrl, content)
  const { link, code } = content
  const html = [link && `<a href="${escapeHtml(link)}">${escapeHtml(link)}</a>`, code].filter(Boolean)
  return {
    source: 'auth',
    kind: name,
    from: `${config.mailSender} <${config.mailSenderEmail}>`,
    to,
    subject: replaceVariables(subject, variables),
    html: ownHtml
      ? replaceVariables(ownHtml, variables)
      : `<!doctype html>\n<p>${html.join('</p>\n<p>')}</p>\n`,
    text: '',
    details,
  }
}
