import { hash } from 'node:crypto'
import type { Sql } from '@/lib/database/database'
import { log } from '@/lib/log'
import { renderMail } from '@/lib/mailLayout'
import type { Billing } from './context'
import { processRows, type Queue, type QueueRow, selectQueueRow } from './queue'

/**
 * Alerts the studio to a situation that a person has to resolve, with one log line and one email, however often the
 * situation is detected.
 *
 * @param key - identifies the situation, without personal data
 * @param text - what happened, and what to do in Stripe; without personal data
 */
export async function raiseAlert(sql: Sql, key: string, text: string): Promise<void> {
  const raised = await sql(
    'insert into alerts (key, text) values ($1, $2) on conflict do nothing returning key',
    [key, text],
  )
  if (raised.length > 0) log.error('billing', `ALERT: ${text} See docs/runbook.md.`)
}

const queue: Queue = {
  table: 'alerts',
  key: ['key'],
  describe: ({ key }) => `alerts: emailing ${key[0]}`,
}

/** Emails due alerts in batches to the contact email in the site settings. Failures are retried. */
export async function mailAlerts({ database, livemode, mail: services }: Billing): Promise<void> {
  if (!services) return
  const rows = await database.sql<QueueRow & { id: string; text: string }>(
    `select ${selectQueueRow(queue, 'a')}, key as id, text from alerts a
      where sent_at is null and next_attempt_at <= now() order by raised_at limit 20`,
  )
  if (rows.length === 0) return
  const { settings } = await services.texts()
  const to = settings?.contactEmail
  if (!to) return log.warn('billing', 'alerts: the site settings have no contact email; nothing was emailed')
  await processRows(database.sql, queue, rows, async ({ id, text }) => {
    const heading = 'Your site needs your attention'
    const content = renderMail({
      sender: settings?.siteName ?? '',
      preheader: text,
      heading,
      paragraphs: [text],
      link: { label: 'Open Stripe', url: `https://dashboard.stripe.com/${livemode ? '' : 'test/'}` },
      notes: ["The site's runbook explains each alert."],
    })
    await services.send({ to, subject: heading, ...content, id: hash('sha256', id) })
    return 'sent'
  })
}
