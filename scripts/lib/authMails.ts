import { readFileSync } from 'node:fs'
import { inRoot } from './paths.ts'

type Mail = {
  /** The template's name in the management API. */
  name: string
  /** The link's `type` parameter for `/auth/confirm`; undefined for an email without a link. */
  type?: string
  subject: string
  text: string
  label?: string
  note: string
  /** An email with a link and without a code. */
  withoutCode?: boolean
}

/** A security notice. It links to a page of the site. */
type Notice = { name: string; subject: string; text: string; path: string; label: string; note: string }

const ignore = 'If you did not ask for this, you can ignore this email.'

/** The emails of https://supabase.com/docs/guides/auth/auth-email-templates that link to the site. */
const mails: readonly Mail[] = [
  {
    name: 'confirmation',
    type: 'signup',
    subject: 'Confirm your email address',
    text: 'Please confirm this address to finish signing up.',
    label: 'Confirm email address',
    note: ignore,
  },
  {
    name: 'recovery',
    type: 'recovery',
    subject: 'Reset your password',
    text: 'Somebody, hopefully you, wants to choose a new password for your account.',
    label: 'Choose a new password',
    note: ignore,
  },
  {
    name: 'magic_link',
    type: 'magiclink',
    subject: 'Your sign-in link',
    text: 'This link signs you in. It works once, and not for long.',
    label: 'Sign in',
    note: ignore,
  },
  {
    name: 'email_change',
    type: 'email_change',
    subject: 'Confirm your new email address',
    text: 'Please confirm that the address of your account changes from {{ .Email }} to {{ .NewEmail }}.',
    label: 'Confirm the change',
    note: ignore,
  },
  {
    name: 'invite',
    type: 'invite',
    subject: 'You have been invited',
    text: 'You have been invited to create an account.',
    label: 'Accept the invitation',
    note: ignore,
    withoutCode: true,
  },
  {
    name: 'reauthentication',
    subject: 'Your verification code',
    text: 'Enter this code to show that it is you.',
    note: ignore,
  },
]

const resetNote =
  "If this wasn't you, reset your password now: that signs out every other device. Then check your account, and contact us if you can't sign in."

/** Security notices, by the names with which the management API turns them on. */
const notices: readonly Notice[] = [
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

/** The security notices to turn on. */
export const noticeNames = notices.map(({ name }) => name)

/** Escapes a text for HTML and for Supabase's templates. */
const escaped = (text: string) => text.replace(/[&<>"'{}]/g, (character) => `&#${character.charCodeAt(0)};`)

/** Fills in the site's template, whose placeholders are braces without a dot; those of Supabase stay. */
function filled(template: string, values: Record<string, string>): string {
  return template
    .replace(/\{\{ if (\w+) \}\}(.*?)\{\{ end \}\}/gs, (_, name: string, part: string) =>
      values[name] ? part : '',
    )
    .replace(/\{\{ (\w+) \}\}/g, (_, name: string) => values[name] ?? '')
}

/**
 * Subjects and HTML of the emails about accounts, in the design of supabase/templates/layout.html, as fields of
 * Supabase's management API. They link to the site's own page, where a button uses the link up.
 *
 * @param sender - the name of the site
 */
export function authMails(sender: string): Record<string, string> {
  const template = readFileSync(inRoot('supabase', 'templates', 'layout.html'), 'utf8')
  const fields = (name: string, subject: string, values: Record<string, string>) => [
    [`mailer_subjects_${name}`, subject],
    [
      `mailer_templates_${name}_content`,
      filled(template, { Sender: escaped(sender), Heading: subject, ...values }),
    ],
  ]
  const linked = mails.flatMap(({ name, type, subject, text, label = '', note, withoutCode }) => {
    const link = type
      ? `{{ .SiteURL }}/auth/confirm#token_hash={{ .TokenHash }}&type=${type}&next={{ .RedirectTo }}`
      : ''
    return fields(name, subject, {
      Text: text,
      Link: link,
      Label: label,
      Code: withoutCode ? '' : '{{ .Token }}',
      CodeText: link ? 'Or enter this code:' : '',
      Note: note,
    })
  })
  const notified = notices.flatMap(({ name, subject, text, path, label, note }) =>
    fields(`${name}_notification`, subject, {
      Text: text,
      Link: `{{ .SiteURL }}${path}`,
      Label: label,
      Note: note,
    }),
  )
  return Object.fromEntries([...linked, ...notified])
}
