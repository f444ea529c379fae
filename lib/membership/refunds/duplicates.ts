import type Stripe from 'stripe'
import { log } from '@/lib/log'
import { type Billing, getAccessRules } from '../context'
import { endMembership } from '../endings'
import { isMembership, isSiteCheckout } from '../membershipProduct'
import { isLive, liveStatuses } from '../mirror/entitlement'
import { feeExpandFields } from '../mirror/fees'
import {
  compareAge,
  filterEntitled,
  isUnpaid,
  parseStatus,
  rankLiveSubscriptions,
  type StripeState,
} from '../mirror/stripeState'
import { getId } from '../stripe'
import { discardRefunds, enqueueRefunds, processRefunds } from './refunds'

/** The maximum number of cancellations in one run, so that a bug cannot end every membership. */
const maxCancellations = 5

/** How many memberships one run canceled. A run is a reconciliation, the processing of one event, or a claim. */
export type RunTotals = { canceled: number }

/**
 * Cancels and refunds the second memberships of a customer, with the exceptions of {@link cancelAndRefund}. Unless all
 * are surplus, the oldest membership with access stays (without access, the oldest), and its refunds are discarded.
 * Safe to repeat.
 *
 * @param isSurplus - whether all memberships of the customer are surplus, because a membership of the same person under
 * another customer stays
 * @param run - counts the cancellations for all customers of one run
 * @returns whether a membership was canceled; the state is then stale
 */
export async function cancelDuplicates(
  billing: Billing,
  state: StripeState,
  isSurplus: boolean,
  run: RunTotals,
): Promise<boolean> {
  const [primary, ...otherSubscriptions] = rankLiveSubscriptions(state, getAccessRules(billing))
  if (!primary) return false
  const surplus = isSurplus ? [primary, ...otherSubscriptions] : otherSubscriptions
  if (!isSurplus) await discardRefunds(billing, primary.id)
  return cancelAndRefund(billing, surplus, run)
}

/** Memberships of one person under other customers. */
export type OtherMemberships = {
  /** Whether one of them stays instead of this customer's membership. */
  isSurplus: boolean
  /** The customers whose memberships have to be canceled. */
  surplus: string[]
}

/** A live membership of another customer with the same email, by the mirror. */
type Candidate = {
  id: string
  customer: string
  /** Whether `customer` belongs to an account. */
  hasAccount: boolean
  /** Whether the customer whose other memberships are searched belongs to an account. */
  hasPrimaryAccount: boolean
}

/**
 * Finds memberships of the same person under other customers. Two customers, of whom at least one is a guest, count as
 * the same person when Stripe has the same email for them, which suffices for a refund, but never for access. Of
 * several guests' memberships, the oldest stays. A member's membership stays instead of a guest's, since a guest who
 * enters a member's email must not end it. A member has only one customer. A membership in arrears without access is
 * not compared with other customers' memberships: only a claim, which proves the email, ends it in favor of another.
 */
export async function findOtherMemberships(
  billing: Billing,
  customerId: string,
  state: StripeState,
): Promise<OtherMemberships> {
  const { stripe, database } = billing
  const result: OtherMemberships = { isSurplus: false, surplus: [] }
  const rules = getAccessRules(billing)
  const [primary] = rankLiveSubscriptions(state, rules)
  if (!primary || !state.email || !(await filterEntitled(stripe, [primary], rules)).length) return result
  const candidates = await database.sql<Candidate>(
    `select s.stripe_subscription_id as id, s.stripe_customer_id as customer,
       c.user_id is not null as "hasAccount", own.user_id is not null as "hasPrimaryAccount"
       from subscriptions s join customers c using (stripe_customer_id)
       left join customers own on own.stripe_customer_id = $1
      where s.stripe_customer_id <> $1 and s.status = any ($3) and c.deleted_at is null
        and lower(c.email) = lower($2)
        and (own.user_id is null or c.user_id is null)`,
    [customerId, state.email, liveStatuses],
  )
  for (const { id, customer, hasAccount, hasPrimaryAccount } of candidates) {
    // The mirror may be stale, so cancellations and refunds use Stripe's state.
    const otherMembership = await stripe.subscriptions.retrieve(id, { expand: [...feeExpandFields] })
    if (!isMembership(otherMembership) || !isLive(parseStatus(otherMembership))) continue
    if (!(await filterEntitled(stripe, [otherMembership], rules)).length) continue
    if (hasAccount || (!hasPrimaryAccount && compareAge(otherMembership, primary) < 0))
      result.isSurplus = true
    else result.surplus.push(customer)
  }
  return result
}

/**
 * Ends second memberships of one person at once and refunds the charge of their checkout. A membership in arrears
 * without access ends without a refund: its paid time was used. Only memberships from a checkout of this site are
 * changed, at most {@link maxCancellations} in a run; the others stay, and are logged. Safe to repeat: the refund is
 * enqueued before the cancellation.
 *
 * @returns whether a membership was canceled
 * @throws when Stripe does not confirm a cancellation
 */
export async function cancelAndRefund(
  billing: Billing,
  surplus: readonly Stripe.Subscription[],
  run: RunTotals,
): Promise<boolean> {
  let isCanceled = false
  const unpaid = surplus.filter((subscription) => isUnpaid(parseStatus(subscription)))
  const entitled = await filterEntitled(billing.stripe, unpaid, getAccessRules(billing))
  const arrearsIds = new Set(
    unpaid.filter((subscription) => !entitled.includes(subscription)).map(({ id }) => id),
  )
  for (const subscription of surplus) {
    const invoice = await findCheckoutInvoice(billing.stripe, subscription)
    if (!invoice) {
      alertOperator(
        `${subscription.id} is a second membership of one person, and no checkout of this site has made it`,
      )
      continue
    }
    if (run.canceled >= maxCancellations) {
      alertOperator(
        `${subscription.id} is a second membership of one person; ${run.canceled} were canceled in one run`,
      )
      continue
    }
    run.canceled += 1
    const customer = getId(subscription.customer) ?? ''
    if (arrearsIds.has(subscription.id)) {
      log.warn('billing', `${subscription.id} is in arrears beside a paid membership; canceled`)
      await endMembership(billing.stripe, subscription)
      isCanceled = true
      continue
    }
    log.warn('billing', `${subscription.id} is a second membership of one person; canceled and refunded`)
    await enqueueRefunds(billing, { customer, subscription: subscription.id, invoice })
    await endMembership(billing.stripe, subscription)
    await processRefunds(billing, customer)
    isCanceled = true
  }
  return isCanceled
}

/** Alerts an operator, since an automatic decision could take money or access from the wrong person. */
function alertOperator(situation: string): void {
  log.error('billing', `ALERT: ${situation}. It was left as it is: see docs/runbook.md.`)
}

/** Finds the invoice of the site's checkout that created a subscription; undefined without one. */
async function findCheckoutInvoice(stripe: Stripe, { id }: Stripe.Subscription): Promise<string | undefined> {
  const [session] = (await stripe.checkout.sessions.list({ subscription: id, limit: 1 })).data
  return session && isSiteCheckout(session) ? getId(session.invoice) : undefined
}
