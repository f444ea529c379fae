import { money } from '../engine/currency.ts'
import { type Invoice, intentOf } from '../engine/invoices.ts'
import { describe } from '../engine/paymentMethods.ts'
import { idOf, type Objects } from '../types.ts'
import type { Work } from '../work.ts'

type Charge = Objects['charge']
type Sum = { label: string; amount: string }

/** The texts of a receipt. */
export type Receipt = {
  /** Null until the receipt has been emailed. */
  number: string | null
  amount: string
  date: string
  /** The payment method, for example `Visa ending in 4242`. */
  method: string
  lines: { name: string; period: string; amount: string }[]
  /** From the subtotal to the amount paid. */
  sums: Sum[]
  refunds: { amount: string; date: string }[]
  /** Undefined for a charge without an invoice. */
  invoice: { number: string; url: string | null } | undefined
}

/** A day as people read it. Seconds since 1970, by UTC. */
export function day(seconds: number): string {
  return new Date(seconds * 1000).toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' })
}

/** The invoice of a payment intent. */
export function invoiceOf(work: Work, intent: string | null, customer: string | null): Invoice | undefined {
  if (intent === null || customer === null) return undefined
  return work.store.all('invoice', customer).find(({ id }) => intentOf(work, id)?.id === intent)
}

/** The lines of an invoice. */
export function linesOf({ lines }: Invoice): Receipt['lines'] {
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

/** The receipt of a charge, with the lines and discounts of its invoice (https://docs.stripe.com/receipts). */
export function receiptOf(work: Work, charge: Charge): Receipt {
  const invoice = invoiceOf(work, idOf(charge.payment_intent), idOf(charge.customer))
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
