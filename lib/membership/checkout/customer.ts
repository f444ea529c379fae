import type Stripe from 'stripe'
import { RequestProblem } from '@/lib/api/problem'
import type { User } from '@/lib/auth/server/requireUser'
import { isSameEmail } from '@/lib/email'
import { log } from '@/lib/log'
import type { Billing } from '../context'
import { withIdempotencyKey } from '../idempotency'
import { siteMetadata } from '../membershipProduct'
import { type CustomerRow, findUserCustomer } from '../mirror/customers'
import { isEmailRefused, isMissing } from '../stripe'

/**
 * The customer of a user, made when there is none. Call it under the buyer's lease.
 *
 * @returns the id of a customer that exists at Stripe
 * @throws RequestProblem 400 `account_email_invalid` when Stripe refuses the account's address; 401 `session_not_found`
 *   when there is no such account any more; 503 `accounts_unavailable`
 */
export async function ensureCustomer(billing: Billing, user: User): Promise<string> {
  return findOrCreateCustomer(billing, user).catch((error: unknown) => {
    throw isEmailRefused(error) ? new RequestProblem(400, 'account_email_invalid', { cause: error }) : error
  })
}

async function findOrCreateCustomer(billing: Billing, user: User): Promise<string> {
  const { stripe, database } = billing
  const row = await findUserCustomer(billing, user.id)
  const usable = row && !row.deleted && (await isAtStripe(stripe, row.id))
  if (usable) {
    await syncEmail(billing, user, row)
    return row.id
  }
  // It may have been deleted while this waited for the lease; nobody would own what is bought for it.
  if (!(await billing.accountExists(user.id))) throw new RequestProblem(401, 'session_not_found')
  const id = await createCustomer(billing, user, row?.id)
  await stripe.customers.update(id, { email: user.email })
  await database.transaction(async (sql) => {
    await sql(
      'update customers set user_id = null, deleted_at = coalesce(deleted_at, now()) where user_id = $1',
      [user.id],
    )
    await sql('update subscriptions set user_id = null where user_id = $1', [user.id])
    await sql(
      `insert into customers (stripe_customer_id, user_id, email) values ($1, $2, $3)
       on conflict (stripe_customer_id) do update set user_id = excluded.user_id, email = excluded.email`,
      [id, user.id, user.email],
    )
  })
  return id
}

/**
 * Creates the successor of a user's former customer. For a day, Stripe repeats its response to the same idempotency key,
 * and its customer may have been deleted since, or released from the account by a deletion that failed later on.
 */
async function createCustomer(billing: Billing, user: User, before?: string): Promise<string> {
  const { stripe, database } = billing
  const { id } = await withIdempotencyKey(database, getCustomerRequestName(user.id, before), (options) =>
    stripe.customers.create({ metadata: { user_id: user.id } }, options),
  )
  const customer = await stripe.customers.retrieve(id)
  const isOwn = !customer.deleted && customer.metadata.user_id === user.id
  return isOwn ? id : createCustomer(billing, user, id)
}

/** Whether the account has a customer: one may be deleted in the dashboard, or come from another account. */
async function isAtStripe(stripe: Stripe, customerId: string): Promise<boolean> {
  try {
    return !(await stripe.customers.retrieve(customerId)).deleted
  } catch (error) {
    if (isMissing(error)) return false
    throw error
  }
}

/**
 * Makes a customer for a checkout of a guest. Checkout shows its address and lets nobody change it:
 * https://docs.stripe.com/api/checkout/sessions/create#create_checkout_session-customer
 *
 * Every checkout of a guest has a customer of its own. Nobody has proved that the address is theirs, so who merely knows
 * it must not get a checkout that somebody else has open, nor what Stripe fills in for a customer. It comes into the
 * mirror with its first subscription; one that never pays is at Stripe only. Stripe finds customers by the exact
 * address, so it is stored in lower case, as the account service stores it.
 *
 * @throws RequestProblem 400 `email_invalid` when Stripe refuses the address
 */
export async function createGuestCustomer(stripe: Stripe, email: string): Promise<string> {
  try {
    return (await stripe.customers.create({ email: email.toLowerCase(), metadata: siteMetadata })).id
  } catch (error) {
    throw isEmailRefused(error) ? new RequestProblem(400, 'email_invalid', { cause: error }) : error
  }
}

/** The name of the request for a user's customer; the successor of a deleted one is another one. */
export function getCustomerRequestName(userId: string, before?: string): string {
  return before ? `customer-${userId}-after-${before}` : `customer-${userId}`
}

/** Gives Stripe the email that the user has now, so that invoices and the portal follow it. */
export async function syncEmail(
  { stripe, database }: Billing,
  { email }: Pick<User, 'email'>,
  row: Pick<CustomerRow, 'id' | 'email'>,
): Promise<void> {
  if (isSameEmail(row.email, email)) return
  await stripe.customers.update(row.id, { email })
  await database.sql('update customers set email = $2, account_email = null where stripe_customer_id = $1', [
    row.id,
    email,
  ])
}

/** Gives Stripe the email that `enqueueEmail` has stored; one that Stripe refuses is logged. */
export async function syncAccountEmail(billing: Billing, customerId: string): Promise<void> {
  const [row] = await billing.database.sql<{ email: string | null; accountEmail: string }>(
    `select email, account_email as "accountEmail" from customers
      where stripe_customer_id = $1 and user_id is not null and account_email is not null and deleted_at is null`,
    [customerId],
  )
  if (!row) return
  const { email, accountEmail } = row
  await syncEmail(billing, { email: accountEmail }, { id: customerId, email }).catch((error: unknown) => {
    if (!isEmailRefused(error)) throw error
    log.error('billing', `${customerId}: changing the email failed; Stripe refuses the account's`, error)
  })
}
