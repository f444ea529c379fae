import type Stripe from 'stripe'
import { expect } from 'vitest'
import type { Sql } from '@/lib/database/database'
import type { Billing } from '@/lib/membership/context'
import { isMembership } from '@/lib/membership/membershipProduct'
import { readMirrored } from '@/lib/membership/mirror/checkSubscription'
import { isLive } from '@/lib/membership/mirror/entitlement'
import { feeDetails } from '@/lib/membership/mirror/fees'
import {
  compareAge,
  getAccessStatus,
  nextInvoice,
  parseStatus,
  readStripeState,
  type StripeState,
  toMirrored,
} from '@/lib/membership/mirror/stripeState'

/** Stripe's state and the site's records, to be compared. */
export type Books = {
  stripe: Stripe
  sql: Sql
  /** The first terms of buyers. Cents. */
  prices: { introPrice: number; regularPrice: number }
}

/** A membership, and what was paid for it in Checkout. */
type Bought = {
  subscription: Stripe.Subscription
  session: Stripe.Checkout.Session
  /** The email that Stripe has on record for the customer; null when the customer was deleted. */
  email: string | null
  /** The charge of the first invoice, and its refunds. Cents. */
  paid: number
  refunded: number
}

/** Those of some subscriptions that are memberships, oldest first. */
async function listBought({ stripe }: Books, subscriptions: readonly string[]): Promise<Bought[]> {
  const bought: Bought[] = []
  for (const id of subscriptions) {
    const subscription = await stripe.subscriptions.retrieve(id, { expand: ['customer', ...feeDetails] })
    if (!isMembership(subscription)) continue
    const [session] = (
      await stripe.checkout.sessions.list({ subscription: subscription.id, expand: ['data.invoice'] })
    ).data
    const { customer } = subscription
    if (!session || typeof customer === 'string') throw new Error(`${id} comes from nowhere`)
    const { invoice } = session
    if (!invoice || typeof invoice === 'string' || !invoice.id)
      throw new Error(`${session.id} has no invoice`)
    bought.push({
      subscription,
      session,
      email: customer.deleted ? null : (customer.email?.toLowerCase() ?? null),
      paid: invoice.amount_paid,
      refunded: await sumRefunded(stripe, invoice.id),
    })
  }
  return bought.toSorted((a, b) => compareAge(a.subscription, b.subscription))
}

/** The refunds of an invoice. Cents. */
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
 * No buyer has paid more than agreed, or pays twice.
 *
 * @param subscriptions - ids to check
 * @param endedByHand - memberships without a refund, since the site did not end them
 */
export async function expectMoneyRight(
  books: Books,
  subscriptions: readonly string[],
  endedByHand: ReadonlySet<string>,
  story: string,
): Promise<void> {
  const { sql, prices } = books
  const bought = await listBought(books, subscriptions)
  const live = new Map<string, string[]>()
  for (const { subscription, session, email, paid, refunded } of bought) {
    const { id, cancellation_details } = subscription
    const what = `${id}, ${story}`
    const [consent] = await sql<{ intro: boolean; agreed: boolean; customer: string | null }>(
      `select intro, agreed_at is not null as agreed, stripe_customer_id as customer
         from consents where stripe_session_id = $1`,
      [session.id],
    )
    const customer = typeof subscription.customer === 'string' ? undefined : subscription.customer.id
    expect(consent, what).toMatchObject({ agreed: true, customer })
    if (paid > 0) expect(paid, what).toBe(consent?.intro ? prices.introPrice : prices.regularPrice)

    const status = parseStatus(subscription)
    const [open] = (await books.stripe.invoices.list({ subscription: id, status: 'open', limit: 1 })).data
    const isUnpaidFirst = getAccessStatus(subscription) === 'incomplete'
    const isInArrears =
      isUnpaidFirst || ((status === 'past_due' || status === 'unpaid') && open !== undefined)
    // One in arrears may stay beside a paid one until its owner claims that.
    if (isLive(status) && email && !isInArrears) live.set(email, [...(live.get(email) ?? []), id])
    const isEndedBySite =
      status === 'canceled' &&
      !endedByHand.has(id) &&
      cancellation_details?.reason === 'cancellation_requested' &&
      subscription.cancel_at === null &&
      !subscription.cancel_at_period_end
    // A membership that ended in arrears was used before, so it is not refunded. A bank takes a disputed payment back
    // by itself.
    const isDisputed = (
      await sql(`select from refunds where stripe_subscription_id = $1 and outcome = 'disputed'`, [id])
    ).length
    if (isEndedBySite && !open && !isDisputed) expect(refunded, what).toBe(paid)
  }
  for (const [email, ids] of live) expect(ids, `${email}, ${story}`).toHaveLength(1)
  const pending = await sql<{ intent: string }>(
    'select payment_intent as intent from refunds where settled_at is null',
  )
  // A refund waits until the bank has decided on the payment.
  for (const { intent } of pending)
    expect((await books.stripe.paymentIntents.retrieve(intent)).status, story).toBe('processing')
}

/** The mirror of each guest without an account equals Stripe's state, and waits to be claimed. */
export async function expectGuestsRight(
  books: Books,
  subscriptions: readonly string[],
  story: string,
): Promise<void> {
  for (const { subscription, email } of await listBought(books, subscriptions)) {
    const [row] = await books.sql(
      `select subscriptions.status, user_id is not null or claims.email is not null as reachable,
         coalesce(lower(claims.email) = $2, true) as "isRightEmail"
         from subscriptions left join claims using (stripe_customer_id) where stripe_subscription_id = $1`,
      [subscription.id, email],
    )
    const isReachable = row?.reachable === true && row.isRightEmail === true
    const what = `${subscription.id}, ${story}`
    expect(row?.status, what).toBe(getAccessStatus(subscription))
    if (isLive(getAccessStatus(subscription))) expect(isReachable, what).toBe(true)
  }
}

/**
 * The next amounts in the mirror are those of Stripe's previews, once the queue has retried the failed ones.
 *
 * @param canPreview - whether the site's key may preview invoices; without it, amounts stay empty
 */
export async function expectAmountsRight(
  { stripe, sql }: Books,
  subscriptions: readonly string[],
  canPreview: boolean,
  story: string,
): Promise<void> {
  for (const id of subscriptions) {
    const subscription = await stripe.subscriptions.retrieve(id)
    if (!isMembership(subscription)) continue
    const [row] = await sql<{ amount: number | null }>(
      'select next_amount::float8 as amount from subscriptions where stripe_subscription_id = $1',
      [id],
    )
    const next = canPreview ? await nextInvoice(stripe, subscription) : null
    expect(row?.amount ?? null, `next amount of ${id}, ${story}`).toBe(next?.amount_due ?? null)
  }
}

/**
 * The mirror of a user equals Stripe's state of the customer, apart from the next amount.
 *
 * @param customer - of the user, undefined without one or when it was deleted
 * @returns Stripe's state
 */
export async function expectMirrorRight(
  billing: Pick<Billing, 'database' | 'stripe'>,
  userId: string,
  customer: string | undefined,
  story: string,
): Promise<StripeState | undefined> {
  const state = customer ? await readStripeState(billing.stripe, customer) : undefined
  const stored = await readMirrored(billing, userId)
  const byId = (a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1)
  const rows = stored.map(({ syncedAt: _, customerEmail: __, nextAmount: ___, ...row }) => row).sort(byId)
  if (state) {
    const wanted = state.subscriptions.map((one) => toMirrored(one, state.unpaidSince)).sort(byId)
    expect(rows, story).toEqual(wanted)
  } else
    expect(
      stored.filter(({ status }) => isLive(status)),
      story,
    ).toEqual([])
  return state
}
