import { type MailVariables, readSmtpAccount, verifyAccount } from '@/lib/mail'
import { Findings } from './findings.ts'
import type { Settings } from './settings.ts'

/** Checks that the mail server accepts the site's account. EmailJS has no API for its template, so an operator has to check it. */
export async function checkMail(
  settings: MailVariables & Pick<Settings, 'STRIPE_SECRET_KEY'>,
): Promise<Findings> {
  const findings = new Findings('Mail')
  findings.requireOperator(
    'The EmailJS template of the contact form has a fixed recipient and allows only the site: docs/configuration.md, "EmailJS".',
  )
  const account = readSmtpAccount(settings)
  if (account) {
    await findings.attempt(`The mail server ${account.host} does not accept the account`, async () => {
      await verifyAccount(account)
      findings.pass(`The mail server ${account.host} accepts the account.`)
    })
    findings.requireOperator(
      `The domain of ${account.from.address} has SPF, DKIM and DMARC records for the mail server: docs/configuration.md, "Mail server".`,
    )
  } else if (settings.STRIPE_SECRET_KEY) {
    findings.fail(
      'Members get no notices, which the law requires, and buyers no confirmation: set SMTP_HOST, SMTP_PORT, SMTP_USER, SMTP_PASSWORD, SMTP_FROM_EMAIL and SMTP_FROM_NAME.',
    )
  }
  return findings
}
