import type Stripe from 'stripe'
import { log } from '@/lib/log'
import type { Billing } from '../context'
import { isMembership, isSiteCheckout } from '../membershipProduct'
import { isLive, liveStatuses } from '../mirror/entitlement'
import { feeDetails } from '../mirror/fees'
import {
  compareAge,
  filterEntitled,
  isUnpaid,
  parseStatus,
  rankLiveSubscriptions,
  type StripeState,
} from '../mirror/stripeState'
import { getId } from '../stripe'
import { cancelNow } from './cancelNow'
import { discardRefunds, enqueueRefunds, processRefunds } from './refunds'

/** The maximum number of cancellations in a run, so that a bug cannot end every membership. */
const maxCancellations = 5

/** The number of memberships that a run has canceled. */
export type RunTotals = { canceled: number }

/**
 * Cancels and refunds second memberships: of several, the oldest that gives access stays. Safe to repeat.
 *
 * @param isSurplus - a membership of the same person under another customer stays instead of this customer's
 * @param run - counts cancellations over the customers of one run
 * @returns whether anything was canceled, so that the state is stale
 */
export async function cancelDuplicates(
  billing: Billing,
  state: StripeState,
  isSurplus: boolean,
  run: RunTotals,
): Promise<boolean> {
  const [first, ...others] = rankLiveSubscriptions(state, getAccessRules(billing))
  if (!first) return false
  const surplus = isSurplus ? [first, ...others] : others
  if (!isSurplus) await discardRefunds(billing, first.id)
  return cancelAndRefund(billing, surplus, run)
}

const getAccessRules = ({ now, graceDays }: Billing) => ({ now: now(), graceDays })

/** Memberships of one person under other customers. */
export type OtherMemberships = {
  /** Whether one of them stays instead of this customer's. */
  isSurplus: boolean
  /** The customers whose memberships have to be canceled. */
  surplus: string[]
}

/** A membership with the same email: whether it, and the one that it is compared with, belong to an account. */
type Candidate = { id: string; customer: string; isMembers: boolean; isForMember: boolean }

/**
 * Finds memberships of the same person under other customers. Guests are the same person when Stripe has the same
 * email on record: enough for a refund, never for access. Of guests, the oldest membership stays. A member's stays in
 * any case: it gives access, which a guest's does not, and a guest who types a member's email must not end it.
 * Members are identified by their account, which is one customer. A membership in arrears without access counts on
 * neither side: only a claim, which proves the email, ends it.
 */
export async function findOtherMemberships(
  billing: Billing,
  customerId: string,
  state: StripeState,
): Promise<OtherMemberships> {
  const { stripe, database } = billing
  const others: OtherMemberships = { isSurplus: false, surplus: [] }
  const rules = getAccessRules(billing)
  const [first] = rankLiveSubscriptions(state, rules)
  if (!first || !state.email || !(await filterEntitled(stripe, [first], rules)).length) return others
  const candidates = await database.sql<Candidate>(
    `select s.stripe_subscription_id as id, s.stripe_customer_id as customer,
       c.user_id is not null as "isMembers", own.user_id is not null as "isForMember"
       from subscriptions s join customers c using (stripe_customer_id)
       left join customers own on own.stripe_customer_id = $1
      where s.stripe_customer_id <> $1 and s.status = any ($3) and c.deleted_at is null
        and lower(c.email) = lower($2)
        and (own.user_id is null or c.user_id is null)`,
    [customerId, state.email, liveStatuses],
  )
  for (const { id, customer, isMembers, isForMember } of candidates) {
    // The mirror may be stale, so cancellations and refunds use Stripe's state.
    const other = await stripe.subscriptions.retrieve(id, { expand: [...feeDetails] })
    if (!isMembership(other) || !isLive(parseStatus(other))) continue
    if (!(await filterEntitled(stripe, [other], rules)).length) continue
    if (isMembers || (!isForMember && compareAge(other, first) < 0)) others.isSurplus = true
    else others.surplus.push(customer)
  }
  return others
}

/**
 * Ends second memberships of one person at once and refunds the charge of their checkout. One in arrears without
 * access ends without a refund: its paid time was used. Only memberships from a checkout of this site are changed; a
 * manually created one stays, and is logged. Safe to repeat: refunds are enqueued before anything is canceled.
 *
 * @returns whether anything was canceled
 * @throws when Stripe does not confirm a cancellation
 */
export async function cancelAndRefund(
  billing: Billing,
  surplus: readonly Stripe.Subscription[],
  run: RunTotals,
): Promise<boolean> {
  let isCanceled = false
  const unpaid = surplus.filter((one) => isUnpaid(parseStatus(one)))
  const inGrace = await filterEntitled(billing.stripe, unpaid, getAccessRules(billing))
  const isInArrears = new Set(unpaid.filter((one) => !inGrace.includes(one)).map(({ id }) => id))
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
    if (isInArrears.has(subscription.id)) {
      log.warn('billing', `${subscription.id} is in arrears beside a paid membership; canceled`)
      await cancelNow(billing.stripe, subscription.id)
      isCanceled = true
      continue
    }
    log.warn('billing', `${subscription.id} is a second membership of one person; canceled and refunded`)
    await enqueueRefunds(billing, { customer, subscription: subscription.id, invoice })
    await cancelNow(billing.stripe, subscription.id)
    await processRefunds(billing, customer)
    isCanceled = true
  }
  return isCanceled
}

/** Alerts an operator, since an automatic decision could take money or access from the wrong person. */
function alertOperator(what: string): void {
  log.error('billing', `ALERT: ${what}. It was left as it is: see docs/runbook.md.`)
}

/** Finds the invoice of the site's checkout that created a subscription; undefined without one. */
async function findCheckoutInvoice(stripe: Stripe, { id }: Stripe.Subscription): Promise<string | undefined> {
  const [session] = (await stripe.checkout.sessions.list({ subscription: id, limit: 1 })).data
  return session && isSiteCheckout(session) ? getId(session.invoice) : undefined
}
