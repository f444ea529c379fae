import { formatMoney } from '../engine/currency.ts'
import { findIntent, type Invoice } from '../engine/invoices.ts'
import { formatMethod } from '../engine/paymentMethods.ts'
import type { Operation } from '../operation.ts'
import { getId, type Objects } from '../types.ts'

type Charge = Objects['charge']
type Sum = { label: string; amount: string }

/** Formats a day by UTC, for example as `May 4, 2026`. Seconds since 1970. */
export function formatDay(seconds: number): string {
  return new Date(seconds * 1000).toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' })
}

/** Finds the invoice of a charge. */
export function findInvoice(operation: Operation, { customer, payment_intent }: Charge): Invoice | undefined {
  return operation.store
    .list('invoice', customer)
    .find(({ id }) => findIntent(operation, id)?.id === getId(payment_intent))
}

/** Formats the lines of an invoice. */
export function formatLines({ lines }: Invoice): { name: string; period: string; amount: string }[] {
  return lines.data.map(({ description, period, amount, currency }) => ({
    name: description ?? '',
    period: `${formatDay(period.start)} – ${formatDay(period.end)}`,
    amount: formatMoney(amount, currency),
  }))
}

/** Formats the subtotal, discount and total of an invoice, and a final sum with the given label. Cents. */
export function formatSums(
  { subtotal, total, currency }: Invoice,
  finalLabel: string,
  finalCents: number,
): Sum[] {
  const sums: [string, number][] = [['Subtotal', subtotal]]
  if (subtotal > total) sums.push(['Discount', total - subtotal])
  sums.push(['Total', total], [finalLabel, finalCents])
  return sums.map(([label, cents]) => ({ label, amount: formatMoney(cents, currency) }))
}

export type Receipt = ReturnType<typeof createReceipt>

/** Creates the receipt of a charge, with the lines and discounts of its invoice (https://docs.stripe.com/receipts). */
export function createReceipt(operation: Operation, charge: Charge) {
  const invoice = findInvoice(operation, charge)
  const refunds = operation.store.listChildren('refund', charge.id).reverse()
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
