import { formatMoney } from '../engine/currency.ts'
import { findIntent, type Invoice } from '../engine/invoices.ts'
import { formatMethod } from '../engine/paymentMethods.ts'
import { getId, type Objects } from '../types.ts'
import type { Work } from '../work.ts'

type Charge = Objects['charge']
type Sum = { label: string; amount: string }

/** Formats a day by UTC, for example as `May 4, 2026`. Seconds since 1970. */
export function formatDay(seconds: number): string {
  return new Date(seconds * 1000).toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' })
}

/** The invoice of a charge. */
export function findInvoice(work: Work, { customer, payment_intent }: Charge): Invoice | undefined {
  return work.store
    .all('invoice', getId(customer) ?? '')
    .find(({ id }) => findIntent(work, id)?.id === getId(payment_intent))
}

/** The lines of an invoice. */
export function formatLines({ lines }: Invoice): { name: string; period: string; amount: string }[] {
  return lines.data.map(({ description, period, amount, currency }) => ({
    name: description ?? '',
    period: `${formatDay(period.start)} – ${formatDay(period.end)}`,
    amount: formatMoney(amount, currency),
  }))
}

/** The sums of an invoice, the last under a label of its own. Cents. */
export function formatSums({ subtotal, total, currency }: Invoice, label: string, last: number): Sum[] {
  const sums: [string, number][] = [['Subtotal', subtotal]]
  if (subtotal > total) sums.push(['Discount', total - subtotal])
  sums.push(['Total', total], [label, last])
  return sums.map(([name, amount]) => ({ label: name, amount: formatMoney(amount, currency) }))
}

/** The texts of a receipt. */
export type Receipt = ReturnType<typeof createReceipt>

/** The receipt of a charge, with the lines and discounts of its invoice (https://docs.stripe.com/receipts). */
export function createReceipt(work: Work, charge: Charge) {
  const invoice = findInvoice(work, charge)
  const refunds = work.store.children('refund', charge.id).reverse()
  return {
    number: charge.receipt_number,
    amount: formatMoney(charge.amount, charge.currency),
    date: formatDay(charge.created),
    method: charge.payment_method_details ? formatMethod(charge.payment_method_details) : '',
    lines: invoice ? formatLines(invoice) : [],
    sums: invoice ? formatSums(invoice, 'Amount paid', charge.amount) : [],
    refunds: refunds.map(({ amount, currency, created }) => ({
      amount: formatMoney(amount, currency),
      date: formatDay(created),
    })),
    invoice: invoice && { number: invoice.number ?? invoice.id, url: invoice.hosted_invoice_url ?? null },
  }
}
