import { openDatabase } from '@/lib/database/database'
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

/** Long enough for a paused database to start. */
const timeoutMs = 60_000

type Alert = { key: string; error: string }

type Mail = { kind: string; subscription: string; period: Date; error: string | null; isMissed: boolean }

/**
 * Lists the latest ten mails of the outbox that were not sent in time, fail repeatedly, or were abandoned, and the latest
 * ten alerts whose mail failed.
 */
export async function checkOutbox(
  settings: MailVariables & Pick<Settings, 'DATABASE_URL' | 'DATABASE_CA'>,
): Promise<Findings> {
  const findings = new Findings('Mails')
  const { DATABASE_URL: url, DATABASE_CA: ca } = settings
  if (!url || !readSmtpAccount(settings)) return findings
  await findings.attempt('The outbox cannot be read', async () => {
    const database = openDatabase(url, { timeoutMs, ca })
    try {
      // checkDatabase reports missing migrations.
      const columns = await database.sql(
        `select from pg_attribute where attrelid = to_regclass('public.notices') and attname = 'failed_at'`,
      )
      if (columns.length === 0) return
      const rows = await database.sql<Mail>(
        `select kind, stripe_subscription_id as subscription, period, last_error as error,
           kind in ('intro_end', 'fee_change') and period <= now() as "isMissed"
         from notices
         where sent_at is null and (failed_at is not null or attempts > 2 or kind in ('intro_end', 'fee_change') and period <= now())
           and period > now() - interval '1 year'
         order by period desc limit 10`,
      )
      const alerts = await database.sql<Alert>(
        `select key, last_error as error from alerts where mailed_at is null and last_error is not null
         order by raised_at desc limit 10`,
      )
      for (const { key, error } of alerts)
        findings.fail(`The alert ${key} cannot be mailed: ${error.split('\n')[0]}`)
      if (rows.length + alerts.length === 0)
        findings.pass('Every mail that was due was sent, or is about to be.')
      for (const { kind, subscription, period, error, isMissed } of rows) {
        const day = period.toISOString().slice(0, 10)
        findings.fail(
          `${kind} of ${subscription} for ${day} ${isMissed ? 'was never sent' : 'cannot be sent'}: ${error?.split('\n')[0] ?? 'never tried'}`,
        )
      }
    } finally {
      await database.close()
    }
  })
  return findings
}
