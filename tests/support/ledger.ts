import type Stripe from 'stripe'
import { expect } from 'vitest'
import type { Sql } from '@/lib/database/database'
import type { Billing } from '@/lib/membership/context'
import { isMembership } from '@/lib/membership/membershipProduct'
import { readMirrored } from '@/lib/membership/mirror/checkSubscription'
import { isLive } from '@/lib/membership/mirror/entitlement'
import { feeExpandFields } from '@/lib/membership/mirror/fees'
import {
  compareAge,
  getAccessStatus,
  parseStatus,
  previewNextInvoice,
  readStripeState,
  type StripeState,
  toMirrored,
} from '@/lib/membership/mirror/stripeState'

/** Stripe's state and the site's records, which the checks compare. */
export type Ledger = {
  stripe: Stripe
  sql: Sql
  /** The offer's prices when the memberships were bought. Cents. */
  prices: { introPrice: number; regularPrice: number }
}

/** A membership with its Checkout session and first payment. */
type PurchasedMembership = {
  subscription: Stripe.Subscription
  session: Stripe.Checkout.Session
  /** The email that Stripe has on record for the customer; null without one, or when the customer was deleted. */
  email: string | null
  /** The amount paid of the first invoice, in cents. */
  paid: number
  /** The refunds of the first invoice, in cents. */
  refunded: number
}

/** Lists the memberships among some subscriptions, oldest first. */
async function listPurchasedMemberships(
  { stripe }: Ledger,
  subscriptions: readonly string[],
): Promise<PurchasedMembership[]> {
  const memberships: PurchasedMembership[] = []
  for (const id of subscriptions) {
    const subscription = await stripe.subscriptions.retrieve(id, { expand: ['customer', ...feeExpandFields] })
    if (!isMembership(subscription)) continue
    const [session] = (
      await stripe.checkout.sessions.list({ subscription: subscription.id, expand: ['data.invoice'] })
    ).data
    const { customer } = subscription
    if (!session || typeof customer === 'string') throw new Error(`${id} has no Checkout session`)
    const { invoice } = session
    if (!invoice || typeof invoice === 'string' || !invoice.id)
      throw new Error(`${session.id} has no invoice`)
    memberships.push({
      subscription,
      session,
      email: customer.deleted ? null : (customer.email?.toLowerCase() ?? null),
      paid: invoice.amount_paid,
      refunded: await sumRefunded(stripe, invoice.id),
    })
  }
  return memberships.toSorted((a, b) => compareAge(a.subscription, b.subscription))
}

/** Returns the sum of an invoice's refunds. Cents. */
async function sumRefunded(stripe: Stripe, invoice: string): Promise<number> {
  const { payments } = await stripe.invoices.retrieve(invoice, { expand: ['payments'] })
  let sum = 0
  for (const { payment } of payments?.data ?? []) {
    const intent = payment.payment_intent
    if (!intent) continue
    const { data } = await stripe.charges.list({
      payment_intent: typeof intent === 'string' ? intent : intent.id,
    })
    for (const { amount_refunded } of data) sum += amount_refunded
  }
  return sum
}

/**
 * Expects that each buyer has agreed, and paid the agreed price or nothing; that none pays for two memberships; that
 * memberships which the site ended are refunded; and that refunds are pending only while the payment is processing.
 *
 * @param subscriptions - ids of the subscriptions to check
 * @param canceledIds - memberships that a test canceled, which the site does not refund
 */
export async function expectPaymentsConsistent(
  ledger: Ledger,
  subscriptions: readonly string[],
  canceledIds: ReadonlySet<string>,
  context: string,
): Promise<void> {
  const { sql, prices } = ledger
  const memberships = await listPurchasedMemberships(ledger, subscriptions)
  const liveIdsByEmail = new Map<string, string[]>()
  for (const { subscription, session, email, paid, refunded } of memberships) {
    const { id, cancellation_details } = subscription
    const label = `${id}, ${context}`
    const [consent] = await sql<{ intro: boolean; agreed: boolean; customer: string | null }>(
      `select intro, agreed_at is not null as agreed, stripe_customer_id as customer
         from consents where stripe_session_id = $1`,
      [session.id],
    )
    const customer = typeof subscription.customer === 'string' ? undefined : subscription.customer.id
    expect(consent, label).toMatchObject({ agreed: true, customer })
    if (paid > 0) expect(paid, label).toBe(consent?.intro ? prices.introPrice : prices.regularPrice)

    const status = parseStatus(subscription)
    const [openInvoice] = (await ledger.stripe.invoices.list({ subscription: id, status: 'open', limit: 1 }))
      .data
    const isFirstInvoiceUnpaid = getAccessStatus(subscription) === 'incomplete'
    const isInArrears =
      isFirstInvoiceUnpaid || ((status === 'past_due' || status === 'unpaid') && openInvoice !== undefined)
    // A membership in arrears may exist beside a paid one until its owner claims the paid one.
    if (isLive(status) && email && !isInArrears)
      liveIdsByEmail.set(email, [...(liveIdsByEmail.get(email) ?? []), id])
    const isEndedBySite =
      status === 'canceled' &&
      !canceledIds.has(id) &&
      cancellation_details?.reason === 'cancellation_requested' &&
      subscription.cancel_at === null &&
      !subscription.cancel_at_period_end
    // A membership that ended in arrears was used, so it is not refunded. The bank returns a disputed payment itself.
    const disputedRefunds = await sql(
      `select from refunds where stripe_subscription_id = $1 and outcome = 'disputed'`,
      [id],
    )
    if (isEndedBySite && !openInvoice && disputedRefunds.length === 0) expect(refunded, label).toBe(paid)
  }
  for (const [email, ids] of liveIdsByEmail) expect(ids, `${email}, ${context}`).toHaveLength(1)
  const pending = await sql<{ intent: string }>(
    'select payment_intent as intent from refunds where settled_at is null',
  )
  // A refund is pending only while the payment is processing.
  for (const { intent } of pending)
    expect((await ledger.stripe.paymentIntents.retrieve(intent)).status, context).toBe('processing')
}

/**
 * Expects that the mirror has the access status of each membership, and that each live one has a user or a claim, whose
 * email is that of Stripe's customer.
 */
export async function expectGuestsConsistent(
  ledger: Ledger,
  subscriptions: readonly string[],
  context: string,
): Promise<void> {
  for (const { subscription, email } of await listPurchasedMemberships(ledger, subscriptions)) {
    const [row] = await ledger.sql(
      `select subscriptions.status, user_id is not null or claims.email is not null as reachable,
         coalesce(lower(claims.email) = $2, true) as "isRightEmail"
         from subscriptions left join claims using (stripe_customer_id) where stripe_subscription_id = $1`,
      [subscription.id, email],
    )
    const isReachable = row?.reachable === true && row.isRightEmail === true
    const label = `${subscription.id}, ${context}`
    expect(row?.status, label).toBe(getAccessStatus(subscription))
    if (isLive(getAccessStatus(subscription))) expect(isReachable, label).toBe(true)
  }
}

/**
 * Expects the next amounts in the mirror to equal Stripe's invoice previews. Call it after the sync queue has retried failed
 * previews.
 *
 * @param canPreview - whether the site's key may preview invoices; without it, amounts stay empty
 */
export async function expectAmountsConsistent(
  { stripe, sql }: Ledger,
  subscriptions: readonly string[],
  canPreview: boolean,
  context: string,
): Promise<void> {
  for (const id of subscriptions) {
    const subscription = await stripe.subscriptions.retrieve(id)
    if (!isMembership(subscription)) continue
    const [row] = await sql<{ amount: number | null }>(
      'select next_amount::float8 as amount from subscriptions where stripe_subscription_id = $1',
      [id],
    )
    const nextPreview = canPreview ? await previewNextInvoice(stripe, subscription) : null
    expect(row?.amount ?? null, `next amount of ${id}, ${context}`).toBe(nextPreview?.amount_due ?? null)
  }
}

/**
 * Expects the mirror of a user to equal Stripe's state of the customer, apart from the next amount, the email address and
 * the time of synchronization. Without a customer, expects no live subscription.
 *
 * @param customer - the id of the user's customer; undefined without a customer, or when it was deleted
 * @returns Stripe's state; undefined without a customer
 */
export async function expectMirrorConsistent(
  billing: Pick<Billing, 'database' | 'stripe'>,
  userId: string,
  customer: string | undefined,
  context: string,
): Promise<StripeState | undefined> {
  const state = customer ? await readStripeState(billing.stripe, customer) : undefined
  const stored = await readMirrored(billing, userId)
  const compareIds = (a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1)
  const rows = stored
    .map(({ syncedAt: _, accountEmail: __, nextAmount: ___, ...row }) => row)
    .sort(compareIds)
  if (state) {
    const expected = state.subscriptions
      .map((subscription) => toMirrored(subscription, state.openInvoices))
      .sort(compareIds)
    expect(rows, context).toEqual(expected)
  } else
    expect(
      stored.filter(({ status }) => isLive(status)),
      context,
    ).toEqual([])
  return state
}
