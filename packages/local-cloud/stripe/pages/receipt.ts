import { Hono } from 'hono'
import type { CloudEnvironment } from '../../http/context.ts'
import { escapeHtml, htmlPage } from '../../http/html.ts'
import { factTable, rowTable } from '../../http/table.ts'
import { type Receipt, receiptOf } from '../receipts/receipt.ts'
import type { Account } from '../work.ts'
import { notice } from './form.ts'

/** A table of amounts below one another, of which the last counts. Labels and amounts are text. */
export function sumsTable(sums: readonly { label: string; amount: string }[]): string {
  const rows = sums.map(
    ({ label, amount }) => `<tr><th scope="row">${escapeHtml(label)}</th><td>${escapeHtml(amount)}</td></tr>`,
  )
  return `<table class="sums" aria-label="Sums"><tbody>${rows.join('')}</tbody></table>`
}

function receiptBody(business: string, receipt: Receipt): string {
  const { invoice, refunds } = receipt
  const way =
    invoice?.url && `<a href="${escapeHtml(new URL(invoice.url).pathname)}">${escapeHtml(invoice.number)}</a>`
  const facts = factTable('Payment', {
    'Date paid': escapeHtml(receipt.date),
    'Receipt number': escapeHtml(receipt.number ?? ''),
    'Invoice number': way ?? '',
    'Payment method': escapeHtml(receipt.method),
  })
  const lines = rowTable({
    label: 'What it is for',
    columns: ['Item', 'Period', 'Amount'],
    rows: receipt.lines.map(({ name, period, amount }) => [name, period, amount].map(escapeHtml)),
  })
  const back = refunds.map(({ amount, date }) => ({ label: `Refunded on ${date}`, amount: `-${amount}` }))
  return `<h1>Receipt from ${escapeHtml(business)}</h1>${facts}${lines}${sumsTable(receipt.sums)}${back.length > 0 ? `<h2>Refunds</h2>${sumsTable(back)}` : ''}`
}

/** The receipt of a charge, `/receipt/:charge`, as it stands: with what was given back since. */
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
