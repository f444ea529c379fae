import { fillTemplate, formatDay, formatMoney } from '@/lib/content/text/format'
import type { SubscriptionResponse } from '@/lib/membership/mirror/checkSubscription'
import type { Messages } from '@/lib/messages/areas'

/** The messages of the purchase dialog, and those shown while a checkout starts. */
export type CheckoutTexts = Messages['checkout']

/** The messages of the status card. */
export type StatusTexts = Messages['subscription']

/** The messages about a payment's status after Checkout, with labels and a note of the status card. */
export type AfterCheckoutTexts = Messages['afterCheckout'] &
  PayTexts &
  Pick<Messages['subscription'], 'bookLink'> & { declined: string }

/** The labels of the button that lets a member in arrears pay. */
type PayTexts = Pick<Messages['subscription'], 'pay' | 'payBy'>

/** Formats the amount that is due and the deadline, if any; returns undefined when nothing is due. */
export function formatAmountDue(
  { amount_due, currency, pay_by }: SubscriptionResponse,
  { pay, payBy }: PayTexts,
): string | undefined {
  if (!amount_due) return undefined
  const amount = formatMoney(amount_due, currency)
  return pay_by ? fillTemplate(payBy, { amount, date: formatDay(pay_by) }) : fillTemplate(pay, { amount })
}
