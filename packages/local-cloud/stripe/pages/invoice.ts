import { Hono } from 'hono'
import type { CloudEnvironment } from '../../http/context.ts'
import type { FormFields } from '../../http/forms.ts'
import { escapeHtml, htmlPage } from '../../http/html.ts'
import { factTable, rowTable } from '../../http/table.ts'
import { payInvoice } from '../engine/collect.ts'
import { formatMoney } from '../engine/currency.ts'
import { findIntent, type Invoice } from '../engine/invoices.ts'
import { attach, createCard } from '../engine/paymentMethods.ts'
import { createReceipt, formatDay, formatLines, formatSums, type Receipt } from '../receipts/receipt.ts'
import { getId } from '../types.ts'
import type { Account } from '../work.ts'
import {
  handleForm,
  type PageContext,
  type PageResponse,
  performAction,
  readCard,
  renderAlert,
  renderCardForm,
  renderNotice,
} from './form.ts'

function renderLines(lines: Receipt['lines']): string {
  return rowTable({
    label: 'Items',
    columns: ['Item', 'Period', 'Amount'],
    rows: lines.map(({ name, period, amount }) => [name, period, amount].map(escapeHtml)),
  })
}

/** A table of labels and amounts, both text. */
export function renderSums(label: string, sums: readonly { label: string; amount: string }[]): string {
  const rows = sums.map(
    (sum) => `<tr><th scope="row">${escapeHtml(sum.label)}</th><td>${escapeHtml(sum.amount)}</td></tr>`,
  )
  return `<table class="sums" aria-label="${label}"><tbody>${rows.join('')}</tbody></table>`
}

function renderReceipt(business: string, receipt: Receipt): string {
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
  return `<h1>Receipt from ${escapeHtml(business)}</h1>${facts}${renderLines(lines)}${renderSums('Sums', sums)}${refunded.length > 0 ? `<h2>Refunds</h2>${renderSums('Refunds', refunded)}` : ''}`
}

function renderInvoice(invoice: Invoice): string {
  const customer = invoice.customer_name ?? invoice.customer_email ?? ''
  return `<h1>Invoice ${escapeHtml(invoice.number ?? '')}</h1>
    <p>${escapeHtml(formatDay(invoice.created))}, for ${escapeHtml(customer)}: <strong>${escapeHtml(String(invoice.status))}</strong></p>
    ${renderLines(formatLines(invoice))}${renderSums('Sums', formatSums(invoice, 'Amount due', invoice.amount_remaining))}`
}

/** The hosted invoice, `/invoice/:id`, on which an open one can be paid, and the receipt of a charge, `/receipt/:charge`. */
export function invoicePages(account: Account): Hono<CloudEnvironment> {
  const { store, work: begin } = account
  const pages = new Hono<CloudEnvironment>()

  const withInvoice = (c: PageContext, show: (invoice: Invoice) => PageResponse): PageResponse => {
    const invoice = store.get('invoice', c.req.param('id') ?? '')
    if (invoice && invoice.status !== 'draft') return show(invoice)
    return renderNotice('Not found', 'There is no such invoice.', 404)
  }

  const show = (invoice: Invoice, filled: FormFields = {}, error?: string) => {
    const amount = formatMoney(invoice.amount_remaining, invoice.currency)
    const form = `<h2>Pay this invoice</h2>${renderAlert(error)}${renderCardForm(`/invoice/${invoice.id}`, filled, `Pay ${amount}`)}`
    const intent = findIntent(begin(), invoice.id)
    const receipt =
      intent?.status === 'succeeded'
        ? `<p><a href="/receipt/${getId(intent.latest_charge)}">Receipt</a></p>`
        : ''
    return htmlPage({
      title: `Invoice ${invoice.number ?? ''}`,
      status: error ? 402 : 200,
      body: `${renderInvoice(invoice)}${invoice.status === 'open' ? form : receipt}`,
    })
  }

  const pay = (c: PageContext, invoice: Invoice, filled: FormFields): PageResponse => {
    const card = readCard(filled)
    if (typeof card === 'string') return show(invoice, filled, card)
    const act = () => {
      const work = begin()
      const created = createCard(work, card, { email: invoice.customer_email, name: filled.name ?? null })
      payInvoice(work, invoice, attach(work, created, getId(invoice.customer) ?? ''))
      return c.redirect(`/invoice/${invoice.id}`, 303)
    }
    return performAction(account, act, (message) =>
      show(store.get('invoice', invoice.id) ?? invoice, filled, message),
    )
  }

  pages.get('/receipt/:charge', (c) => {
    const charge = store.get('charge', c.req.param('charge'))
    if (charge?.status !== 'succeeded') return renderNotice('Not found', 'There is no such receipt.', 404)
    const work = begin()
    return htmlPage({
      title: `Receipt ${charge.receipt_number ?? ''}`.trim(),
      body: renderReceipt(work.businessName, createReceipt(work, charge)),
    })
  })
  pages.get('/invoice/:id', async (c) => withInvoice(c, (invoice) => show(invoice)))
  pages.post(
    '/invoice/:id',
    handleForm((c, filled) => withInvoice(c, (invoice) => pay(c, invoice, filled))),
  )
  return pages
}
