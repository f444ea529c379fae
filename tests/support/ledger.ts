import type Stripe from 'stripe'
import { expect } from 'vitest'
import type { Sql } from '@/lib/database/database'
import type { Billing } from '@/lib/membership/context'
import { isMembership } from '@/lib/membership/membershipProduct'
import { readMirrored } from '@/lib/membership/mirror/checkSubscription'
import { isLive } from '@/lib/membership/mirror/entitlement'
import { feeExpandFields } from '@/lib/membership/mirror/fees'
import {
  getAccessStatus,
  previewNextInvoice,
  readStripeState,
  type StripeState,
  toMirrored,
} from '@/lib/membership/mirror/stripeState'

/** Stripe's state and the site's records, which the checks compare. */
export type Ledger = {
  stripe: Stripe
  sql: Sql
  /** The offer's prices when the memberships were bought, in cents. */
  prices: { introPrice: number; regularPrice: number }
}

/** A membership with its Checkout session and first payment. */
type PurchasedMembership = {
  subscription: Stripe.Subscription
  session: Stripe.Checkout.Session
  /** The email that Stripe has on record for the customer; null without one, or when the customer was deleted. */
  email: string | null
  /** The amount paid on the first invoice, in cents. */
  paid: number
}

/** Lists the memberships among the given subscriptions, oldest first. */
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
    })
  }
  return memberships.toSorted((a, b) => compareAge(a.subscription, b.subscription))
}

/** Compares by age, oldest first. Of two created in the same second, the one with the lower id counts as older. */
function compareAge(a: Stripe.Subscription, b: Stripe.Subscription): number {
  return a.created - b.created || (a.id < b.id ? -1 : 1)
}

/** Selects the live subscriptions (see `isLive`), oldest first. */
export function filterLiveSubscriptions(
  subscriptions: readonly Stripe.Subscription[],
): Stripe.Subscription[] {
  return subscriptions.filter((subscription) => isLive(subscription.status)).toSorted(compareAge)
}

/**
 * Expects that each buyer accepted the terms and paid the agreed price or nothing; that the site ended no membership;
 * and that the studio was alerted about each live membership after the first with the same email.
 *
 * @param subscriptions - ids of the subscriptions to check
 * @param endedIds - ids of the memberships that a test canceled or caused to end
 */
export async function expectPaymentsConsistent(
  ledger: Ledger,
  subscriptions: readonly string[],
  endedIds: ReadonlySet<string>,
  context: string,
): Promise<void> {
  const { sql, prices } = ledger
  const memberships = await listPurchasedMemberships(ledger, subscriptions)
  const liveIdsByEmail = new Map<string, string[]>()
  for (const { subscription, session, email, paid } of memberships) {
    const { id, status, cancellation_details } = subscription
    const label = `${id}, ${context}`
    const [consent] = await sql<{ intro: boolean; agreed: boolean; customer: string | null }>(
      `select intro, agreed_at is not null as agreed, stripe_customer_id as customer
         from consents where stripe_session_id = $1`,
      [session.id],
    )
    const customer = typeof subscription.customer === 'string' ? undefined : subscription.customer.id
    expect(consent, label).toMatchObject({ agreed: true, customer })
    if (paid > 0) expect(paid, label).toBe(consent?.intro ? prices.introPrice : prices.regularPrice)

    if (isLive(getAccessStatus(subscription)) && email)
      liveIdsByEmail.set(email, [...(liveIdsByEmail.get(email) ?? []), id])
    const isEndedBySite =
      status === 'canceled' &&
      !endedIds.has(id) &&
      cancellation_details?.reason === 'cancellation_requested' &&
      subscription.cancel_at === null &&
      !subscription.cancel_at_period_end
    expect(isEndedBySite, label).toBe(false)
  }
  for (const [email, [, ...secondIds]] of liveIdsByEmail) {
    const alerts = await sql<{ id: string }>(
      `select split_part(key, ' ', 2) as id from alerts where key like 'second-membership %'`,
    )
    const alertedIds = new Set(alerts.map(({ id }) => id))
    const missing = secondIds.filter((id) => !alertedIds.has(id))
    expect(missing, `alerts about ${email}, ${context}`).toEqual([])
  }
}

/**
 * Expects that the mirror has the access status of each membership, and that each live one has a user, or the Stripe
 * customer's email, so that its owner can claim it.
 */
export async function expectGuestsConsistent(
  ledger: Ledger,
  subscriptions: readonly string[],
  context: string,
): Promise<void> {
  for (const { subscription, email } of await listPurchasedMemberships(ledger, subscriptions)) {
    const [row] = await ledger.sql(
      `select s.status, c.user_id is not null or lower(c.email) = $2 as reachable
         from subscriptions s join customers c using (stripe_customer_id) where stripe_subscription_id = $1`,
      [subscription.id, email],
    )
    const label = `${subscription.id}, ${context}`
    expect(row?.status, label).toBe(getAccessStatus(subscription))
    if (isLive(getAccessStatus(subscription))) expect(row?.reachable, label).toBe(true)
  }
}

/**
 * Expects the next amounts in the mirror to equal Stripe's invoice previews. Call this after the sync queue has retried
 * failed previews.
 */
export async function expectAmountsConsistent(
  { stripe, sql }: Ledger,
  subscriptions: readonly string[],
  context: string,
): Promise<void> {
  for (const id of subscriptions) {
    const subscription = await stripe.subscriptions.retrieve(id)
    if (!isMembership(subscription)) continue
    const [row] = await sql<{ amount: number | null }>(
      'select next_amount::float8 as amount from subscriptions where stripe_subscription_id = $1',
      [id],
    )
    const nextPreview = await previewNextInvoice(stripe, subscription)
    expect(row?.amount ?? null, `next amount of ${id}, ${context}`).toBe(nextPreview?.amount_due ?? null)
  }
}

/**
 * Expects a user's mirrored subscriptions to equal those of the Stripe customer, apart from the next amount, the fee
 * and the time of synchronization. Without a customer, expects no live subscription.
 *
 * @param customer - the id of the user's Stripe customer; undefined if there is none, or if it was deleted
 * @returns Stripe's state; undefined without a customer
 */
export async function expectMirrorConsistent(
  billing: Pick<Billing, 'database' | 'stripe'>,
  userId: string,
  customer: string | undefined,
  context: string,
): Promise<StripeState | undefined> {
  const state = customer ? await readStripeState(billing.stripe, customer, []) : undefined
  const stored = await readMirrored({ ...billing, now: () => new Date(0) }, userId)
  const compareIds = (a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1)
  const mailColumns = await billing.database.sql<{ id: string; canceledAt: Date | null; renews: boolean }>(
    `select stripe_subscription_id as id, canceled_at as "canceledAt", renews
       from subscriptions where user_id = $1`,
    [userId],
  )
  const rows = stored
    .map(({ syncedAt: _, nextAmount: __, ...row }) => ({
      ...row,
      ...mailColumns.find(({ id }) => id === row.id),
    }))
    .sort(compareIds)
  if (state) {
    const expected = state.subscriptions
      .map((subscription) => {
        // The mirror keeps the last fee, even if the latest invoice has none.
        const { fee: _, ...mirrored } = toMirrored(subscription, state.openInvoices)
        return mirrored
      })
      .sort(compareIds)
    expect(rows, context).toEqual(expected)
  } else
    expect(
      stored.filter(({ status }) => isLive(status)),
      context,
    ).toEqual([])
  return state
}
