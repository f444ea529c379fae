import type { Sql } from '@/lib/database/database'
import { log } from '@/lib/log'

/**
 * Alerts the studio about a situation that a person has to decide: one log line and one email, however often the
 * situation is found.
 *
 * @param key - identifies the situation, with ids only
 * @param text - what happened, and what to do in Stripe; without personal data
 */
export async function raiseAlert(sql: Sql, key: string, text: string): Promise<void> {
  const raised = await sql(
    'insert into alerts (key, text) values ($1, $2) on conflict do nothing returning key',
    [key, text],
  )
  if (raised.length > 0) log.error('billing', `ALERT: ${text} See docs/runbook.md.`)
}
