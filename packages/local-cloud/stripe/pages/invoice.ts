import { Hono } from 'hono'
import type { CloudEnvironment } from '../../http/context.ts'
import type { FormFields } from '../../http/forms.ts'
import { escapeHtml, htmlPage } from '../../http/html.ts'
import { factTable, rowTable } from '../../http/table.ts'
import { payInvoice } from '../engine/collect.ts'
import { formatMoney } from '../engine/currency.ts'
import { findIntent, type Invoice } from '../engine/invoices.ts'
import { attachToCustomer, createCard } from '../engine/paymentMethods.ts'
import type { Account } from '../operation.ts'
import { createReceipt, formatDay, formatLines, formatSums, type Receipt } from '../receipts/receipt.ts'
import { getId } from '../types.ts'
import {
  handleForm,
  type PageContext,
  type PageResponse,
  performAction,
  readCard,
  renderAlert,
  renderCardForm,
  renderTextPage,
} from './form.ts'

function renderLines(lines: Receipt['lines']): string {
  return rowTable({
    label: 'Items',
    columns: ['Item', 'Period', 'Amount'],
    rows: lines.map(({ name, period, amount }) => [name, period, amount].map(escapeHtml)),
  })
}

/** Renders a table of labels and amounts, which are text. The table's own `label` is trusted HTML. */
export function renderSums(label: string, sums: readonly { label: string; amount: string }[]): string {
  const rows = sums.map(
    (sum) => `<tr><th scope="row">${escapeHtml(sum.label)}</th><td>${escapeHtml(sum.amount)}</td></tr>`,
  )
  return `<table class="sums" aria-label="${label}"><tbody>${rows.join('')}</tbody></table>`
}

function renderReceipt(business: string, receipt: Receipt): string {
  const { invoice, refunds, lines, sums } = receipt
  const invoiceLink =
    invoice?.url && `<a href="${escapeHtml(new URL(invoice.url).pathname)}">${escapeHtml(invoice.number)}</a>`
  const facts = factTable('Payment', {
    'Date paid': escapeHtml(receipt.date),
    'Receipt number': escapeHtml(receipt.number ?? ''),
    'Invoice number': invoiceLink ?? '',
    'Payment method': escapeHtml(receipt.method),
  })
  const refundSums = refunds.map(({ amount, date }) => ({
    label: `Refunded on ${date}`,
    amount: `-${amount}`,
  }))
  return `<h1>Receipt from ${escapeHtml(business)}</h1>${facts}${renderLines(lines)}${renderSums('Sums', sums)}${refundSums.length > 0 ? `<h2>Refunds</h2>${renderSums('Refunds', refundSums)}` : ''}`
}

function renderInvoice(invoice: Invoice): string {
  const customer = invoice.customer_name ?? invoice.customer_email ?? ''
  return `<h1>Invoice ${escapeHtml(invoice.number ?? '')}</h1>
    <p>${escapeHtml(formatDay(invoice.created))}, for ${escapeHtml(customer)}: <strong>${escapeHtml(String(invoice.status))}</strong></p>
    ${renderLines(formatLines(invoice))}${renderSums('Sums', formatSums(invoice, 'Amount due', invoice.amount_remaining))}`
}

/** Creates the page `/invoice/:id`, on which an open invoice can be paid, and the page `/receipt/:charge`. */
export function createInvoicePages(account: Account): Hono<CloudEnvironment> {
  const { store, startOperation } = account
  const pages = new Hono<CloudEnvironment>()

  const withInvoice = (c: PageContext, respond: (invoice: Invoice) => PageResponse): PageResponse => {
    const invoice = store.get('invoice', c.req.param('id') ?? '')
    if (invoice && invoice.status !== 'draft') return respond(invoice)
    return renderTextPage('Not found', 'There is no such invoice.', 404)
  }

  const renderInvoicePage = (invoice: Invoice, formFields: FormFields = {}, error?: string) => {
    const amount = formatMoney(invoice.amount_remaining, invoice.currency)
    const payForm = `<h2>Pay this invoice</h2>${renderAlert(error)}${renderCardForm(`/invoice/${invoice.id}`, formFields, `Pay ${amount}`)}`
    const intent = findIntent(startOperation(), invoice.id)
    const receiptLink =
      intent?.status === 'succeeded'
        ? `<p><a href="/receipt/${getId(intent.latest_charge)}">Receipt</a></p>`
        : ''
    return htmlPage({
      title: `Invoice ${invoice.number ?? ''}`,
      status: error ? 402 : 200,
      body: `${renderInvoice(invoice)}${invoice.status === 'open' ? payForm : receiptLink}`,
    })
  }

  const pay = (c: PageContext, invoice: Invoice, formFields: FormFields): PageResponse => {
    const card = readCard(formFields)
    if (typeof card === 'string') return renderInvoicePage(invoice, formFields, card)
    const payAndRedirect = () => {
      const operation = startOperation()
      const method = createCard(operation, card, {
        email: invoice.customer_email,
        name: formFields.name ?? null,
      })
      payInvoice(operation, invoice, attachToCustomer(operation, method, getId(invoice.customer) ?? ''))
      return c.redirect(`/invoice/${invoice.id}`, 303)
    }
    return performAction(account, payAndRedirect, (message) =>
      renderInvoicePage(store.get('invoice', invoice.id) ?? invoice, formFields, message),
    )
  }

  pages.get('/receipt/:charge', (c) => {
    const charge = store.get('charge', c.req.param('charge'))
    if (charge?.status !== 'succeeded') return renderTextPage('Not found', 'There is no such receipt.', 404)
    const operation = startOperation()
    return htmlPage({
      title: `Receipt ${charge.receipt_number ?? ''}`.trim(),
      body: renderReceipt(operation.businessName, createReceipt(operation, charge)),
    })
  })
  pages.get('/invoice/:id', async (c) => withInvoice(c, (invoice) => renderInvoicePage(invoice)))
  pages.post(
    '/invoice/:id',
    handleForm((c, formFields) => withInvoice(c, (invoice) => pay(c, invoice, formFields))),
  )
  return pages
}
