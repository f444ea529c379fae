import { money } from '../engine/currency.ts'
import { type Invoice, intentOf } from '../engine/invoices.ts'
import { describe } from '../engine/paymentMethods.ts'
import { idOf, type Objects } from '../types.ts'
import type { Work } from '../work.ts'

type Charge = Objects['charge']

/** What a receipt says, as people read it. */
export type Receipt = {
  /** Null until a receipt has been mailed. */
  number: string | null
  amount: string
  date: string
  /** What was paid with, for example `Visa ending in 4242`. */
  method: string
  lines: { name: string; period: string; amount: string }[]
  /** From the sum of the lines to what was paid. */
  sums: { label: string; amount: string }[]
  refunds: { amount: string; date: string }[]
  /** The invoice that was paid; null for a single payment. */
  invoice: { number: string; url: string | null } | null
}

/** A day for people. Seconds since 1970, by UTC. */
export function day(seconds: number): string {
  return new Date(seconds * 1000).toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' })
}

/** The invoice that a charge has paid; undefined for a single payment. */
export function invoicePaidBy(work: Work, charge: Charge): Invoice | undefined {
  const intent = idOf(charge.payment_intent)
  const customer = idOf(charge.customer)
  if (intent === null || customer === null) return undefined
  return work.store.all('invoice', customer).find(({ id }) => intentOf(work, id)?.id === intent)
}

function linesOf(charge: Charge, invoice: Invoice | undefined): Receipt['lines'] {
  if (!invoice) {
    const name = charge.description ?? 'Payment'
    return [{ name, period: '', amount: money(charge.amount, charge.currency) }]
  }
  return invoice.lines.data.map(({ description, period, amount, currency }) => ({
    name: description ?? '',
    period: `${day(period.start)} – ${day(period.end)}`,
    amount: money(amount, currency),
  }))
}

function sumsOf(charge: Charge, invoice: Invoice | undefined): Receipt['sums'] {
  const { amount, currency } = charge
  const sums: [label: string, amount: number][] = []
  if (invoice) {
    const discount = invoice.subtotal - invoice.total
    const applied = amount - invoice.total
    sums.push(['Subtotal', invoice.subtotal])
    if (discount > 0) sums.push(['Discount', -discount])
    sums.push(['Total', invoice.total])
    if (applied !== 0) sums.push(['Applied balance', applied])
  }
  sums.push(['Amount paid', amount])
  return sums.map(([label, sum]) => ({ label, amount: money(sum, currency) }))
}

/**
 * What the receipt of a charge says: that of an invoice has its lines and discounts, that of a single payment its
 * description alone (https://docs.stripe.com/receipts).
 */
export function receiptOf(work: Work, charge: Charge): Receipt {
  const invoice = invoicePaidBy(work, charge)
  const refunds = work.store.children('refund', charge.id).reverse()
  return {
    number: charge.receipt_number,
    amount: money(charge.amount, charge.currency),
    date: day(charge.created),
    method: charge.payment_method_details ? describe(charge.payment_method_details) : '',
    lines: linesOf(charge, invoice),
    sums: sumsOf(charge, invoice),
    refunds: refunds.map(({ amount, currency, created }) => ({
      amount: money(amount, currency),
      date: day(created),
    })),
    invoice: invoice
      ? { number: invoice.number ?? invoice.id, url: invoice.hosted_invoice_url ?? null }
      : null,
  }
}
