import { notSupported } from '../errors.ts'
import type { Objects } from '../types.ts'
import type { Work } from '../work.ts'
import { minimumCharge } from './currency.ts'

type Customer = Objects['customer']

/** What a customer owes from before in a currency, or (below zero) has as credit. Smallest units. */
export function balanceOf(customer: Customer, currency: string): number {
  const other = customer.currency !== null && customer.currency !== currency
  return other ? 0 : customer.balance
}

/**
 * What of a total is charged, and what a customer owes from then on: less than the minimum is not charged, but owed
 * until the next invoice (https://docs.stripe.com/billing/customer/balance, https://docs.stripe.com/api/invoices).
 *
 * @param balance - what the customer owes from before. All in smallest units
 */
export function settledBy(total: number, balance: number, currency: string): { due: number; left: number } {
  const owed = total + balance
  return owed < minimumCharge(currency) ? { due: 0, left: owed } : { due: owed, left: 0 }
}

/** Changes what a customer owes. Smallest units. Throws a 501 when that would be in two currencies. */
export function setBalance(work: Work, customer: Customer, currency: string, balance: number): void {
  if (balance === balanceOf(customer, currency)) return
  if (customer.balance !== 0 && customer.currency !== null && customer.currency !== currency) {
    throw notSupported('balances in more than one currency')
  }
  work.save('customer', { ...customer, balance, currency }, 'customer.updated')
}
