import { readSmtpAccount, verifyAccount } from '@/lib/mail'
import type { Setting } from './findings.ts'
import type { Settings } from './settings.ts'

/** Returns the setting of the mail server; none for a site that has no mail server and sells nothing. */
export function listMailSettings(settings: Settings): Setting[] {
  const account = readSmtpAccount(settings)
  if (!account && !settings.STRIPE_SECRET_KEY) return []
  return [
    {
      failure: `The mail server ${account?.host} does not accept the account`,
      read: async () => {
        if (!account)
          return {
            state: 'wrong',
            text: 'Members get no notices, which the law requires, and buyers no confirmation: set SMTP_HOST, SMTP_PORT, SMTP_USER, SMTP_PASSWORD, SMTP_FROM_EMAIL and SMTP_FROM_NAME.',
          }
        await verifyAccount(account)
        return { state: 'right', text: `The mail server ${account.host} accepts the account.` }
      },
    },
  ]
}
