import type { CloudOptions } from 'local-cloud'
import { minPasswordLength } from '@/lib/auth/browser/fields'
import { handledEvents } from '../../lib/membership/events.ts'
import type { Variables } from '../lib/children.ts'
import { createAuthMails } from '../provision/authMails.ts'

/** The setup of this site's local vendors; docs/configuration.md describes the hosted ones. */
const options: CloudOptions = {
  people: {
    administrator: 'Avery Administrator',
    editor: 'Eden Editor',
    contributor: 'Casey Contributor',
    viewer: 'Vic Viewer',
  },
  mailTemplate: {
    id: 'template_contact',
    to: 'hello@creatorscircle.example',
    from: 'contact-form@local.test',
    replyTo: '{{from_email}}',
    subject: 'Message from {{from_name}}',
    rows: [
      { label: 'Name', variable: 'from_name' },
      { label: 'Email', variable: 'from_email' },
      { label: 'Phone', variable: 'phone' },
    ],
    body: 'message',
  },
  mailSender: { name: "Creator's Circle", email: 'hello@creatorscircle.example' },
  stripeAccount: { businessName: "Creator's Circle" },
  stripeWebhook: { path: '/api/stripe/webhook', events: handledEvents },
}

/** The environment variables that configure the local cloud like this site's vendors. */
export const cloudOptionVariables: Variables = {
  LOCAL_OPTIONS: JSON.stringify(options),
  LOCAL_AUTH_MAIL_LINK:
    '{{ .SiteURL }}/auth/confirm#token_hash={{ .TokenHash }}&type={{ .Type }}&next={{ .RedirectTo }}',
  // Provisioning gives Auth the sender of the site's own emails.
  LOCAL_AUTH_MAIL_SENDER: options.mailSender?.name,
  LOCAL_AUTH_MAIL_SENDER_EMAIL: options.mailSender?.email,
  LOCAL_AUTH_MAILS: JSON.stringify(
    createAuthMails({
      siteName: "Creator's Circle",
      contactEmail: 'hello@creatorscircle.example',
      contactPhone: '+1 310 555 0142',
    }),
  ),
  LOCAL_AUTH_PASSWORD_MIN_LENGTH: String(minPasswordLength),
  LOCAL_AUTH_LEAKED_PASSWORDS: 'true',
  LOCAL_AUTH_MAIL_PASSWORD_CHANGED: 'true',
  LOCAL_AUTH_MAIL_EMAIL_CHANGED: 'true',
  LOCAL_AUTH_MAIL_FACTOR_ENROLLED: 'true',
  LOCAL_AUTH_MAIL_FACTOR_UNENROLLED: 'true',
}
