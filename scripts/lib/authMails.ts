import { readFileSync } from 'node:fs'
import { inRoot } from './paths.ts'

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

const ignoreNote = 'If you did not request this, you can ignore this email.'

/** The emails with a one-time link or code: https://supabase.com/docs/guides/auth/auth-email-templates */
const mails: readonly Mail[] = [
  {
    name: 'confirmation',
    type: 'signup',
    subject: 'Confirm your email address',
    text: 'Please confirm this address to finish signing up.',
    label: 'Confirm email address',
    note: ignoreNote,
  },
  {
    name: 'recovery',
    type: 'recovery',
    subject: 'Reset your password',
    text: 'A new password was requested for your account.',
    label: 'Choose a new password',
    note: ignoreNote,
  },
  {
    name: 'magic_link',
    type: 'magiclink',
    subject: 'Your sign-in link',
    text: 'This link signs you in. It works once, and not for long.',
    label: 'Sign in',
    note: ignoreNote,
  },
  {
    name: 'email_change',
    type: 'email_change',
    subject: 'Confirm your new email address',
    text: 'Please confirm that the address of your account changes from {{ .Email }} to {{ .NewEmail }}.',
    label: 'Confirm the change',
    note: ignoreNote,
  },
  {
    name: 'invite',
    type: 'invite',
    subject: 'You have been invited',
    text: 'You have been invited to create an account.',
    label: 'Accept the invitation',
    note: ignoreNote,
    omitsCode: true,
  },
  {
    name: 'reauthentication',
    subject: 'Your verification code',
    text: 'Enter this code to show that it is you.',
    note: ignoreNote,
  },
]

const resetNote =
  "If this wasn't you, reset your password now: that signs out every other device. Then check your account, and contact us if you can't sign in."

/** The names are those with which the management API turns the notifications on. */
const securityNotifications: readonly SecurityNotification[] = [
  {
    name: 'password_changed',
    subject: 'Your password was changed',
    text: 'The password of your account {{ .Email }} was changed.',
    path: '/forgot-password',
    label: 'Reset your password',
    note: resetNote,
  },
  {
    name: 'email_changed',
    subject: 'Your email was changed',
    text: 'The email of your account was changed from {{ .OldEmail }} to {{ .Email }}.',
    path: '/contact',
    label: 'Contact us',
    note: "If this wasn't you, contact us now: only we can return your account to this email.",
  },
  {
    name: 'mfa_factor_enrolled',
    subject: 'Two-step sign-in was turned on',
    text: 'An authenticator app was added to your account {{ .Email }}.',
    path: '/forgot-password',
    label: 'Reset your password',
    note: resetNote,
  },
  {
    name: 'mfa_factor_unenrolled',
    subject: 'Two-step sign-in was turned off',
    text: 'An authenticator app was removed from your account {{ .Email }}.',
    path: '/forgot-password',
    label: 'Reset your password',
    note: resetNote,
  },
]

/** The names of the security notifications to turn on. */
export const securityNotificationNames = securityNotifications.map(({ name }) => name)

/** Escapes a text for HTML and for Supabase's templates. */
const escapeTemplateText = (text: string) =>
  text.replace(/[&<>"'{}]/g, (character) => `&#${character.charCodeAt(0)};`)

/**
 * Replaces the site's placeholders and conditions, which have no dot (`{{ Text }}`, `{{ if Code }}`). Supabase's own, such as
 * `{{ .Token }}`, stay.
 */
function fillTemplate(template: string, values: Record<string, string>): string {
  return template
    .replace(/\{\{ if (\w+) \}\}(.*?)\{\{ end \}\}/gs, (_, name: string, part: string) =>
      values[name] ? part : '',
    )
    .replace(/\{\{ (\w+) \}\}/g, (_, name: string) => values[name] ?? '')
}

/**
 * Returns the subjects and HTML of the emails about accounts, in the design of supabase/templates/layout.html, as fields of
 * Supabase's management API. Links open a page of the site. A one-time token is consumed by a button of that page, not by
 * the link.
 *
 * @param sender - the name of the site
 */
export function createAuthMails(sender: string): Record<string, string> {
  const template = readFileSync(inRoot('supabase', 'templates', 'layout.html'), 'utf8')
  const createFields = (name: string, subject: string, values: Record<string, string>) => [
    [`mailer_subjects_${name}`, subject],
    [
      `mailer_templates_${name}_content`,
      fillTemplate(template, { Sender: escapeTemplateText(sender), Heading: subject, ...values }),
    ],
  ]
  const mailFields = mails.flatMap(({ name, type, subject, text, label = '', note, omitsCode }) => {
    const link = type
      ? `{{ .SiteURL }}/auth/confirm#token_hash={{ .TokenHash }}&type=${type}&next={{ .RedirectTo }}`
      : ''
    return createFields(name, subject, {
      Text: text,
      Link: link,
      Label: label,
      Code: omitsCode ? '' : '{{ .Token }}',
      CodeText: link ? 'Or enter this code:' : '',
      Note: note,
    })
  })
  const notificationFields = securityNotifications.flatMap(({ name, subject, text, path, label, note }) =>
    createFields(`${name}_notification`, subject, {
      Text: text,
      Link: `{{ .SiteURL }}${path}`,
      Label: label,
      Note: note,
    }),
  )
  return Object.fromEntries([...mailFields, ...notificationFields])
}
