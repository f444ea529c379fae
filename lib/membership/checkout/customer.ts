import type Stripe from 'stripe'
import { RequestProblem } from '@/lib/api/problem'
import type { User } from '@/lib/auth/server/requireUser'
import { log } from '@/lib/log'
import type { Billing } from '../context'
import { siteMetadata } from '../membershipProduct'
import { findUserCustomer, storeAccountEmail } from '../mirror/customers'
import { syncCustomer } from '../mirror/mirror'
import { isEmailRefused } from '../stripe'

/**
 * Finds or creates a user's customer, and updates the mirror and the email in Stripe. Requires the buyer's lease.
 *
 * @returns the id of a customer that exists in Stripe
 * @throws RequestProblem 400 `account_email_invalid` when Stripe refuses the account's email; 401 `session_not_found`
 * when the account was deleted; 503 `accounts_unavailable`, or `billing_unavailable` for another Stripe account's key
 */
export async function ensureCustomer(billing: Billing, user: User): Promise<string> {
  const { stripe, database } = billing
  try {
    const mirrored = await findUserCustomer(database.sql, user.id)
    if (mirrored) await syncCustomer(billing, mirrored)
    // Undefined when the customer is missing or deleted in Stripe.
    const existing = mirrored && (await findUserCustomer(database.sql, user.id))
    if (existing) {
      await storeAccountEmail(database.sql, user)
      await writeAccountEmail(billing, existing)
      return existing
    }
    // The account may have been deleted during the wait for the lease. A purchase would then have no owner.
    if ((await billing.accountState(user.id)) === 'missing')
      throw new RequestProblem(401, 'session_not_found')
    // The buyer's lease prevents a concurrent call. A customer stays unused if Stripe's response arrives too late.
    const { id } = await stripe.customers.create({ email: user.email, metadata: { user_id: user.id } })
    await database.transaction(async (sql) => {
      await sql(
        'update customers set user_id = null, deleted_at = coalesce(deleted_at, now()) where user_id = $1',
        [user.id],
      )
      await sql('update subscriptions set user_id = null where user_id = $1', [user.id])
      await sql(
        `insert into customers (stripe_customer_id, user_id, email, account_email) values ($1, $2, $3, $3)
         on conflict (stripe_customer_id) do update
           set user_id = excluded.user_id, email = excluded.email, account_email = excluded.account_email`,
        [id, user.id, user.email],
      )
    })
    return id
  } catch (cause) {
    throw isEmailRefused(cause) ? new RequestProblem(400, 'account_email_invalid', { cause }) : cause
  }
}

/**
 * Creates a customer for a guest's checkout. Checkout shows the customer's email and does not let the buyer change it:
 * https://docs.stripe.com/api/checkout/sessions/create#create_checkout_session-customer
 *
 * Every guest checkout has its own customer. Since the email is not confirmed, a checkout must not reveal another
 * person's open checkout or data. Stripe finds customers by the exact email, so it is stored in lower case, as it is in
 * the account service.
 *
 * @throws RequestProblem 400 `email_invalid` when Stripe refuses the email
 */
export async function createGuestCustomer(stripe: Stripe, email: string): Promise<string> {
  try {
    return (await stripe.customers.create({ email: email.toLowerCase(), metadata: siteMetadata })).id
  } catch (cause) {
    throw isEmailRefused(cause) ? new RequestProblem(400, 'email_invalid', { cause }) : cause
  }
}

/**
 * Writes the account's changed email to the customer in Stripe, for invoices and the portal. Does nothing if the
 * email has not changed.
 *
 * @throws errors from Stripe, including when it refuses the email
 */
async function writeAccountEmail({ stripe, database }: Billing, customerId: string): Promise<void> {
  const [row] = await database.sql<{ email: string }>(
    `select account_email as email from customers
      where stripe_customer_id = $1 and user_id is not null and is_email_pending and deleted_at is null`,
    [customerId],
  )
  if (!row) return
  await stripe.customers.update(customerId, { email: row.email })
  await database.sql(
    `update customers set email = account_email, is_email_pending = false
      where stripe_customer_id = $1 and account_email = $2`,
    [customerId, row.email],
  )
}

/** Like {@link writeAccountEmail}, but only logs a refusal of the email, since every member must be able to cancel. */
export async function syncAccountEmail(billing: Billing, customerId: string): Promise<void> {
  await writeAccountEmail(billing, customerId).catch(async (error: unknown) => {
    if (!isEmailRefused(error)) throw error
    log.error('billing', `customer: changing the email of ${customerId} failed; Stripe refuses it`, error)
    await billing.database.sql(
      'update customers set is_email_pending = false where stripe_customer_id = $1',
      [customerId],
    )
  })
}
