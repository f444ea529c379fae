import { Hono } from 'hono'
import type { CloudEnvironment } from '../../http/context.ts'
import { escapeHtml, htmlPage } from '../../http/html.ts'
import { rowTable } from '../../http/table.ts'
import { payInvoice } from '../engine/collect.ts'
import { formatMoney } from '../engine/currency.ts'
import type { Invoice } from '../engine/invoices.ts'
import { attachToCustomer, createCard } from '../engine/paymentMethods.ts'
import type { Account } from '../operation.ts'
import { getId } from '../types.ts'
import {
  type FormFields,
  handleForm,
  type PageContext,
  type PageResponse,
  performAction,
  readCard,
  renderAlert,
  renderCardForm,
  renderTextPage,
} from './form.ts'

/** Formats the UTC date of a Unix time in seconds, for example as `May 4, 2026`. */
export function formatDay(seconds: number): string {
  return new Date(seconds * 1000).toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' })
}

function renderLines({ lines }: Invoice): string {
  return rowTable({
    label: 'Items',
    columns: ['Item', 'Period', 'Amount'],
    rows: lines.data.map(({ description, period, amount, currency }) =>
      [
        description ?? '',
        `${formatDay(period.start)} – ${formatDay(period.end)}`,
        formatMoney(amount, currency),
      ].map(escapeHtml),
    ),
  })
}

/** Formats the subtotal, discount and total of an invoice, and the amount due. */
function formatSums({ subtotal, total, amount_remaining, currency }: Invoice) {
  const sums: [label: string, cents: number][] = [['Subtotal', subtotal]]
  if (subtotal > total) sums.push(['Discount', total - subtotal])
  sums.push(['Total', total], ['Amount due', amount_remaining])
  return sums.map(([label, cents]) => ({ label, amount: formatMoney(cents, currency) }))
}

/** Renders a table of labels and amounts, which are plain text. The table's own `label` is trusted HTML. */
export function renderSums(label: string, sums: readonly { label: string; amount: string }[]): string {
  const rows = sums.map(
    (sum) => `<tr><th scope="row">${escapeHtml(sum.label)}</th><td>${escapeHtml(sum.amount)}</td></tr>`,
  )
  return `<table class="sums" aria-label="${label}"><tbody>${rows.join('')}</tbody></table>`
}

function renderInvoice(invoice: Invoice): string {
  const customer = invoice.customer_name ?? invoice.customer_email ?? ''
  return `<h1>Invoice ${escapeHtml(invoice.number ?? '')}</h1>
    <p>${escapeHtml(formatDay(invoice.created))}, for ${escapeHtml(customer)}: <strong>${escapeHtml(String(invoice.status))}</strong></p>
    ${renderLines(invoice)}${renderSums('Totals', formatSums(invoice))}`
}

/** Creates the page `/invoice/:id`, where an open invoice can be paid. */
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
    return htmlPage({
      title: `Invoice ${invoice.number ?? ''}`,
      status: error ? 402 : 200,
      body: `${renderInvoice(invoice)}${invoice.status === 'open' ? payForm : ''}`,
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

  pages.get('/invoice/:id', async (c) => withInvoice(c, (invoice) => renderInvoicePage(invoice)))
  pages.post(
    '/invoice/:id',
    handleForm((c, formFields) => withInvoice(c, (invoice) => pay(c, invoice, formFields))),
  )
  return pages
}
