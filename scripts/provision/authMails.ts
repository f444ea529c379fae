import { type MailContent, renderMail } from '../../lib/mailLayout.ts'

type Mail = {
  /** The template's name in the management API. */
  name: string
  /** The link's `type` parameter for `/auth/confirm`; undefined for an email without a link. */
  type?: string
  subject: string
  text: string
  /** The text of the button that opens the link. */
  label?: string
  /** A paragraph below the button, for a user who did not expect the email. */
  note: string
  /** Whether the email has a link and no code. */
  omitsCode?: boolean
}

/** An email after a change of the account's security settings. It links to a page of the site. */
type SecurityNotification = Pick<Mail, 'name' | 'subject' | 'text' | 'note'> & { path: string; label: string }

const ignoreNote = "Didn't request this? Ignore this email."

/** The emails with a one-time link or code: https://supabase.com/docs/guides/auth/auth-email-templates */
const mails: readonly Mail[] = [
  {
    name: 'confirmation',
    type: 'signup',
    subject: 'Confirm your email',
    text: 'Confirm your email to finish creating your account.',
    label: 'Confirm my email',
    note: ignoreNote,
  },
  {
    name: 'recovery',
    type: 'recovery',
    subject: 'Reset your password',
    text: 'Choose a new password. The link works once and expires soon.',
    label: 'Choose a new password',
    note: ignoreNote,
  },
  {
    name: 'magic_link',
    type: 'magiclink',
    subject: 'Your sign-in link',
    text: 'Use this link to sign in. It works once and expires soon.',
    label: 'Sign in',
    note: ignoreNote,
  },
  {
    name: 'email_change',
    type: 'email_change',
    subject: 'Confirm your email change',
    text: 'Change your email from {{ .Email }} to {{ .NewEmail }}? Open the links in both emails.',
    label: 'Confirm the change',
    note: ignoreNote,
    omitsCode: true,
  },
  {
    name: 'invite',
    type: 'invite',
    subject: 'Set up your account',
    text: 'Choose a password to get started.',
    label: 'Set up my account',
    note: ignoreNote,
    omitsCode: true,
  },
  {
    name: 'reauthentication',
    subject: 'Your code',
    text: "Enter this code to confirm it's you.",
    note: ignoreNote,
  },
]

const resetNote = "Wasn't you? Reset your password, then contact us."

/** The names are those with which the management API turns the notifications on. */
const securityNotifications: readonly SecurityNotification[] = [
  {
    name: 'password_changed',
    subject: 'Your password was changed',
    text: 'The password for {{ .Email }} was changed.',
    path: '/forgot-password',
    label: 'Reset your password',
    note: resetNote,
  },
  {
    name: 'email_changed',
    subject: 'Your email was changed',
    text: 'Your email changed from {{ .OldEmail }} to {{ .Email }}.',
    path: '/contact',
    label: 'Contact us',
    note: "Wasn't you? Contact us now.",
  },
  {
    name: 'mfa_factor_enrolled',
    subject: 'Authenticator app added',
    text: 'An app was added to {{ .Email }}.',
    path: '/forgot-password',
    label: 'Reset your password',
    note: resetNote,
  },
  {
    name: 'mfa_factor_unenrolled',
    subject: 'Authenticator app removed',
    text: 'An app was removed from {{ .Email }}.',
    path: '/forgot-password',
    label: 'Reset your password',
    note: resetNote,
  },
]

/** The names of the security notifications to turn on. */
export const securityNotificationNames = securityNotifications.map(({ name }) => name)

/** An email of Supabase: its subject and HTML, with Supabase's variables such as `{{ .Token }}`. */
export type AuthMail = { subject: string; content: string }

/**
 * Returns the emails about accounts in the site's design, by Supabase's names. Links open a page of the site. A one-time
 * token is consumed by a button of that page, not by the link.
 *
 * @param sender - the name of the site
 */
export function createAuthMails(sender: string): Record<string, AuthMail> {
  const createMail = (
    { subject, text, note }: Pick<Mail, 'subject' | 'text' | 'note'>,
    more: Pick<MailContent, 'link' | 'code'>,
  ): AuthMail => {
    // A bracket of the name must not begin a variable of Supabase's templates.
    const name = sender.replace(/[{}]/g, '')
    const layout = { sender: name, preheader: text, heading: subject, paragraphs: [text], notes: [note] }
    return { subject, content: renderMail({ ...layout, ...more }).html }
  }
  return {
    ...Object.fromEntries(
      mails.map((mail) => {
        const { name, type, label = '', omitsCode } = mail
        const url = `{{ .SiteURL }}/auth/confirm#token_hash={{ .TokenHash }}&type=${type}&next={{ .RedirectTo }}&email={{ .Email }}`
        const code = { text: type ? 'Or enter this code:' : '', value: '{{ .Token }}' }
        return [
          name,
          createMail(mail, { link: type ? { label, url } : undefined, code: omitsCode ? undefined : code }),
        ]
      }),
    ),
    ...Object.fromEntries(
      securityNotifications.map((mail) => [
        `${mail.name}_notification`,
        createMail(mail, { link: { label: mail.label, url: `{{ .SiteURL }}${mail.path}` } }),
      ]),
    ),
  }
}

/** Returns emails as fields of Supabase's management API. */
export function toManagementFields(authMails: Record<string, AuthMail>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(authMails).flatMap(([name, { subject, content }]) => [
      [`mailer_subjects_${name}`, subject],
      [`mailer_templates_${name}_content`, content],
    ]),
  )
}
