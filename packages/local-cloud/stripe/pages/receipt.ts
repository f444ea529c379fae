import { Hono } from 'hono'
import type { CloudEnvironment } from '../../http/context.ts'
import { escapeHtml, htmlPage } from '../../http/html.ts'
import { factTable, rowTable } from '../../http/table.ts'
import { type Receipt, receiptOf } from '../receipts/receipt.ts'
import type { Account } from '../work.ts'
import { notice } from './form.ts'

/** The lines of an invoice or receipt. */
export function linesTable(lines: Receipt['lines']): string {
  return rowTable({
    label: 'Items',
    columns: ['Item', 'Period', 'Amount'],
    rows: lines.map(({ name, period, amount }) => [name, period, amount].map(escapeHtml)),
  })
}

/** A table of labels and amounts, both text. */
export function sumsTable(label: string, sums: readonly { label: string; amount: string }[]): string {
  const rows = sums.map(
    (sum) => `<tr><th scope="row">${escapeHtml(sum.label)}</th><td>${escapeHtml(sum.amount)}</td></tr>`,
  )
  return `<table class="sums" aria-label="${label}"><tbody>${rows.join('')}</tbody></table>`
}

function receiptBody(business: string, receipt: Receipt): string {
  const { invoice, refunds, lines, sums } = receipt
  const link =
    invoice?.url && `<a href="${escapeHtml(new URL(invoice.url).pathname)}">${escapeHtml(invoice.number)}</a>`
  const facts = factTable('Payment', {
    'Date paid': escapeHtml(receipt.date),
    'Receipt number': escapeHtml(receipt.number ?? ''),
    'Invoice number': link ?? '',
    'Payment method': escapeHtml(receipt.method),
  })
  const refunded = refunds.map(({ amount, date }) => ({ label: `Refunded on ${date}`, amount: `-${amount}` }))
  return `<h1>Receipt from ${escapeHtml(business)}</h1>${facts}${linesTable(lines)}${sumsTable('Sums', sums)}${refunded.length > 0 ? `<h2>Refunds</h2>${sumsTable('Refunds', refunded)}` : ''}`
}

/** The receipt of a charge, `/receipt/:charge`, with the refunds since. */
export function receiptPages({ store, work: begin }: Account): Hono<CloudEnvironment> {
  const pages = new Hono<CloudEnvironment>()
  pages.get('/receipt/:charge', (c) => {
    const charge = store.get('charge', c.req.param('charge'))
    if (charge?.status !== 'succeeded') return notice('Not found', 'There is no such receipt.', 404)
    const work = begin()
    return htmlPage({
      title: `Receipt ${charge.receipt_number ?? ''}`.trim(),
      body: receiptBody(work.businessName, receiptOf(work, charge)),
    })
  })
  return pages
}
