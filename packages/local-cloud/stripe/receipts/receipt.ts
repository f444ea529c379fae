import { money } from '../engine/currency.ts'
import { type Invoice, intentOf } from '../engine/invoices.ts'
import { describe } from '../engine/paymentMethods.ts'
import { idOf, type Objects } from '../types.ts'
import type { Work } from '../work.ts'

type Charge = Objects['charge']
type Sum = { label: string; amount: string }

/** Formats a day by UTC, for example as `May 4, 2026`. Seconds since 1970. */
export function day(seconds: number): string {
  return new Date(seconds * 1000).toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' })
}

/** The invoice of a charge. */
export function invoiceOf(work: Work, { customer, payment_intent }: Charge): Invoice | undefined {
  return work.store
    .all('invoice', idOf(customer) ?? '')
    .find(({ id }) => intentOf(work, id)?.id === idOf(payment_intent))
}

/** The lines of an invoice. */
export function linesOf({ lines }: Invoice): { name: string; period: string; amount: string }[] {
  return lines.data.map(({ description, period, amount, currency }) => ({
    name: description ?? '',
    period: `${day(period.start)} – ${day(period.end)}`,
    amount: money(amount, currency),
  }))
}

/** The sums of an invoice, the last under a label of its own. Cents. */
export function sumsOf({ subtotal, total, currency }: Invoice, label: string, last: number): Sum[] {
  const sums: [string, number][] = [['Subtotal', subtotal]]
  if (subtotal > total) sums.push(['Discount', total - subtotal])
  sums.push(['Total', total], [label, last])
  return sums.map(([name, amount]) => ({ label: name, amount: money(amount, currency) }))
}

/** The texts of a receipt. */
export type Receipt = ReturnType<typeof receiptOf>

/** The receipt of a charge, with the lines and discounts of its invoice (https://docs.stripe.com/receipts). */
export function receiptOf(work: Work, charge: Charge) {
  const invoice = invoiceOf(work, charge)
  const refunds = work.store.children('refund', charge.id).reverse()
  return {
    number: charge.receipt_number,
    amount: money(charge.amount, charge.currency),
    date: day(charge.created),
    method: charge.payment_method_details ? describe(charge.payment_method_details) : '',
    lines: invoice ? linesOf(invoice) : [],
    sums: invoice ? sumsOf(invoice, 'Amount paid', charge.amount) : [],
    refunds: refunds.map(({ amount, currency, created }) => ({
      amount: money(amount, currency),
      date: day(created),
    })),
    invoice: invoice && { number: invoice.number ?? invoice.id, url: invoice.hosted_invoice_url ?? null },
  }
}
