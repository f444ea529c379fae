import { linkContact, renderMail } from '../../lib/mailLayout.ts'

type Mail = {
  subject: string
  text: string
  /** The button's label and the path that it opens; by default `/auth/confirm` with the one-time token. */
  button?: readonly [label: string, path?: string]
  /** The `type` parameter of the one-time link; by default the email's name. */
  type?: string
  /** A paragraph below the button, for a user who did not expect the email. */
  note?: string
  /** Whether the email has a one-time code. */
  hasCode?: boolean
}

/** How long links and codes work. The emails say so. */
export const linkLifetimeSeconds = 3600

const ignoreNote = "Didn't request this? Ignore this email."

/** The emails with a one-time link or code: https://supabase.com/docs/guides/auth/auth-email-templates */
const oneTimeMails: Record<string, Mail> = {
  confirmation: {
    type: 'signup',
    subject: 'Confirm your email',
    text: 'Confirm your email to finish creating your account.',
    button: ['Confirm my email'],
    hasCode: true,
  },
  recovery: {
    subject: 'Reset your password',
    text: 'Choose a new password. The link works once, for an hour.',
    button: ['Choose a new password'],
    hasCode: true,
  },
  magic_link: {
    type: 'magiclink',
    subject: 'Your link and code',
    // The account page confirms a deletion with this code, since the account service has no other code that proves it.
    text: 'Use this link to sign in. If our site asked for a code, to sign in or to delete your account, enter it there. Both work once, for an hour.',
    button: ['Sign in'],
    note: "Didn't request this? Ignore this email, and don't share the code.",
    hasCode: true,
  },
  email_change: {
    subject: 'Confirm your email change',
    text: 'Change your email from {{ .Email }} to {{ .NewEmail }}? Open the links in both emails.',
    button: ['Confirm the change'],
    // Both recipients get this note. Only a user who is signed in to the account can request the change.
    note: "Didn't request this? Don't open the link. If your account is {{ .Email }}, change your password, then contact us.",
  },
  invite: {
    subject: 'Set up your account',
    text: 'Choose a password to get started.',
    button: ['Set up my account'],
  },
  reauthentication: {
    subject: 'Your code',
    text: "Enter this code on our site to confirm it's you.",
    hasCode: true,
  },
}

/** The default button and note of an email about a change to an account's security. */
const resetPassword = {
  button: ['Reset your password', '/forgot-password'],
  note: "Wasn't you? Reset your password, then contact us.",
} as const

/** The emails about changes to an account's security, keyed by their names in the management API. */
const securityMails: Record<string, Mail> = {
  password_changed: {
    subject: 'Your password was set or changed',
    text: 'The password for your account ({{ .Email }}) was set or changed.',
  },
  email_changed: {
    subject: 'Your email was changed',
    text: 'Your email changed from {{ .OldEmail }} to {{ .Email }}.',
    button: ['Contact us', '/contact'],
    note: "Wasn't you? Contact us now.",
  },
  mfa_factor_enrolled: {
    subject: 'Authenticator app added',
    text: 'An authenticator app was added to your account ({{ .Email }}).',
  },
  mfa_factor_unenrolled: {
    subject: 'Authenticator app removed',
    text: 'An authenticator app was removed from your account ({{ .Email }}).',
  },
}

/** The names of the security notifications to turn on. */
export const securityNotificationNames = Object.keys(securityMails)

/** A Supabase email: its subject and HTML, with Supabase's variables such as `{{ .Token }}`. */
export type AuthMail = { subject: string; content: string }

/** The studio's name and contact details, as the emails show them. */
export type MailStudio = { siteName: string; contactEmail?: string | null; contactPhone?: string | null }

function createAuthMail(studio: MailStudio, name: string, mail: Mail): AuthMail {
  const { siteName, contactEmail, contactPhone } = studio
  // A brace in the content must not begin a variable of Supabase's templates.
  const clean = (line: string) => line.replace(/[{}]/g, '')
  const { subject, text, button, type = name, note = ignoreNote, hasCode } = mail
  const parameters = `token_hash={{ .TokenHash }}&type=${type}&next={{ .RedirectTo }}&email={{ .Email }}`
  const newEmail = name === 'email_change' ? '&new_email={{ .NewEmail }}&code={{ .Token }}' : ''
  const confirmPath = `/auth/confirm#${parameters}${newEmail}`
  const [label = '', path = confirmPath] = button ?? []
  const { html } = renderMail({
    sender: clean(siteName),
    preheader: text,
    heading: subject,
    paragraphs: [text],
    notes: [
      note,
      ...[siteName, contactEmail, contactPhone].flatMap((line) => (line ? linkContact(clean(line)) : [])),
    ],
    link: button && { label, url: `{{ .SiteURL }}${path}` },
    code: hasCode ? { text: button ? 'Or enter this code:' : '', value: '{{ .Token }}' } : undefined,
  })
  return { subject, content: html }
}

/**
 * Returns the account emails, in the site's design, keyed by Supabase's names. Links open a page of the site. A
 * button on that page consumes the one-time token; opening the link does not.
 */
export const createAuthMails = (studio: MailStudio): Record<string, AuthMail> =>
  Object.fromEntries([
    ...Object.entries(oneTimeMails).map(([name, mail]) => [name, createAuthMail(studio, name, mail)]),
    ...Object.entries(securityMails).map(([name, mail]) => [
      `${name}_notification`,
      createAuthMail(studio, name, { ...resetPassword, ...mail }),
    ]),
  ])

/** Returns emails as fields of Supabase's management API. */
export const toManagementFields = (authMails: Record<string, AuthMail>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(authMails).flatMap(([name, { subject, content }]) => [
      [`mailer_subjects_${name}`, subject],
      [`mailer_templates_${name}_content`, content],
    ]),
  )
