import { raiseAlert } from '../alerts'
import type { Billing } from '../context'
import { liveStatuses } from './entitlement'

const alertTexts = {
  missing:
    'was deleted, but Stripe still charges for the membership. If the member creates an account with the same email, access returns; otherwise, cancel the membership in Stripe.',
  banned:
    'is banned, but Stripe still charges for the membership. Cancel it in Stripe, or lift the ban in Supabase.',
}

/**
 * Reads the accounts of live memberships in batches, each account once a day. Stripe still charges a member whose
 * account was deleted or banned in Supabase's dashboard, so the studio is alerted. No membership is changed, since
 * with a wrong Supabase key, every account would appear to be missing.
 *
 * @throws RequestProblem 503 `accounts_unavailable`
 */
export async function checkAccounts(billing: Billing): Promise<void> {
  const { sql } = billing.database
  const rows = await sql<{ customer: string; userId: string }>(
    `select stripe_customer_id as customer, user_id as "userId" from customers c
      where user_id is not null and deleted_at is null
        and (account_checked_at is null or account_checked_at < now() - interval '1 day')
        and exists (select from subscriptions s
          where s.stripe_customer_id = c.stripe_customer_id and s.status = any ($1))
      order by account_checked_at nulls first limit 20`,
    [liveStatuses],
  )
  for (const { customer, userId } of rows) {
    const state = await billing.accountState(userId)
    if (state !== 'active')
      await raiseAlert(
        billing.database.sql,
        `account-${state}:${customer}`,
        `The account of customer ${customer} ${alertTexts[state]}`,
      )
    await sql(
      'update customers set account_checked_at = now(), account_problem = $2 where stripe_customer_id = $1',
      [customer, state === 'active' ? null : state],
    )
  }
}

/** Alerts the studio once about each live membership whose guest has not signed in within 30 days. */
export async function alertUnopenedPurchases(billing: Billing): Promise<void> {
  const rows = await billing.database.sql<{ id: string }>(
    `select s.stripe_subscription_id as id from customers c join subscriptions s using (stripe_customer_id)
      where c.user_id is null and c.deleted_at is null and c.forgotten_at is null and s.status = any ($1)
        and s.started_at < $2::timestamptz - interval '30 days'`,
    [liveStatuses, billing.now()],
  )
  for (const { id } of rows)
    await raiseAlert(
      billing.database.sql,
      `unopened-purchase ${id}`,
      `${id} was bought 30 days ago, and its buyer has not signed in. Check the customer's email in Stripe, then write or call.`,
    )
}
