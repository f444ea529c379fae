import type Stripe from 'stripe'
import { raiseAlert } from './alerts'
import type { Billing } from './context'
import { hasMembershipProduct } from './membershipProduct'
import { endedStatuses, isLive } from './mirror/entitlement'
import { endsWithPeriod, isFirstPaymentDeclined, isUnpaid } from './mirror/stripeState'
import { getId, isInvalidRequest } from './stripe'

/** The comment in Stripe on a membership that ended because its account was deleted. Only the deletion is emailed. */
export const deletionComment = 'The account was deleted.'

/**
 * Ends a subscription immediately, without a final invoice, and voids its open invoices, so nothing remains to pay.
 * Safe to repeat, even for an ended subscription. https://docs.stripe.com/api/subscriptions/cancel
 *
 * @throws when Stripe does not confirm the end, or an invoice stays open
 */
export async function endMembership(
  stripe: Stripe,
  { id, status }: Pick<Stripe.Subscription, 'id' | 'status'>,
  params: Stripe.SubscriptionCancelParams = {},
): Promise<void> {
  if (!endedStatuses.includes(status)) {
    await stripe.subscriptions
      .cancel(id, { invoice_now: false, prorate: false, ...params })
      .catch(async (error: unknown) => {
        // After a lost response the client retries, and Stripe reports that the subscription was already canceled.
        if (!isInvalidRequest(error)) throw error
        const ended = await stripe.subscriptions.retrieve(id)
        if (!endedStatuses.includes(ended.status)) throw error
      })
  }
  for await (const invoice of stripe.invoices.list({ subscription: id, status: 'open', limit: 100 }))
    await voidInvoice(stripe, invoice.id)
}

/**
 * Voids an invoice, unless it has just been paid or voided.
 *
 * @returns whether the invoice is void; false when it was paid
 */
async function voidInvoice(stripe: Stripe, id: string | undefined): Promise<boolean> {
  if (!id) return false
  const { status } = await stripe.invoices.voidInvoice(id).catch(async (error: unknown) => {
    const invoice = await stripe.invoices.retrieve(id)
    if (!isInvalidRequest(error) || invoice.status === 'open') throw error
    return invoice
  })
  return status === 'void'
}

/**
 * Leaves nothing payable after a membership's end: voids its open invoices, and ends memberships that were canceled
 * while in arrears, since their paid time is over and Stripe would charge the open invoice again. Also ends those whose
 * first payment was declined: the buyer may buy again, and paying the old invoice would start a second membership.
 * Alerts the studio to payments after the end, and to memberships that staff moved to another product. Safe to repeat.
 *
 * @returns whether a membership was ended, which makes `subscriptions` stale
 */
export async function settleEndings(
  billing: Billing,
  subscriptions: readonly Stripe.Subscription[],
): Promise<boolean> {
  const { stripe } = billing
  let isAnyEnded = false
  for (const subscription of subscriptions) {
    const { id, status } = subscription
    const isEnded = endedStatuses.includes(status)
    const isCanceledInArrears = isUnpaid(subscription) && endsWithPeriod(subscription)
    const isDeclined = await isFirstPaymentDeclined(stripe, subscription)
    // Voided first, because Stripe would also cancel a subscription that was paid a moment ago in the portal.
    const isVoid = isDeclined && (await voidInvoice(stripe, getId(subscription.latest_invoice)))
    const isEnding = isCanceledInArrears || isVoid
    if (isEnded || isEnding) await endMembership(stripe, subscription)
    isAnyEnded ||= isEnding
    if (isEnded) await alertLatePayments(billing, subscription)
    if (isLive(status) && !hasMembershipProduct(subscription))
      await raiseAlert(
        billing.database.sql,
        `product:${id}`,
        `${id} was moved to another product. The site still treats it as a membership, since its member pays: in Stripe, move it back to the membership product, or cancel it.`,
      )
  }
  return isAnyEnded
}

async function alertLatePayments(billing: Billing, { id, ended_at }: Stripe.Subscription): Promise<void> {
  const paidInvoices = billing.stripe.invoices.list({ subscription: id, status: 'paid', limit: 100 })
  for await (const { id: invoice, amount_paid, status_transitions } of paidInvoices)
    if (amount_paid > 0 && ended_at && (status_transitions.paid_at ?? 0) >= ended_at)
      await raiseAlert(
        billing.database.sql,
        `late-payment:${invoice}`,
        `${invoice} was paid after its membership ${id} had ended, and gives no access: refund the payment in Stripe.`,
      )
}
