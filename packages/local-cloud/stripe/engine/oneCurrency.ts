import { invalid, notSupported } from '../errors.ts'
import type { Objects } from '../types.ts'
import type { Work } from '../work.ts'

/**
 * Refuses a subscription in another currency than those that a customer has
 * (https://docs.stripe.com/invoicing/multi-currency-customers). Throws a 400.
 */
export function requireCurrency(work: Work, customer: Objects['customer'], currency: string): void {
  const other = work.store
    .all('subscription', customer.id)
    .find(
      (one) =>
        one.currency !== currency &&
        !['canceled', 'incomplete_expired'].some((ended) => ended === one.status),
    )
  if (!other) return
  throw invalid(
    `You cannot combine currencies on a single customer. This customer has an active subscription, subscription schedule, discount, quote, or invoice item with currency ${other.currency}.`,
    'customer',
  )
}

/** Lets a customer be charged in a currency from now on. Throws a 501 when something is owed in another. */
export function setCurrency(
  work: Work,
  customer: Objects['customer'],
  currency: string,
): Objects['customer'] {
  if (customer.currency === currency) return customer
  if (customer.balance !== 0 && customer.currency !== null) {
    throw notSupported('balances in more than one currency')
  }
  const changed = { ...customer, currency }
  work.store.put('customer', changed)
  return changed
}
