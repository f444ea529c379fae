import { Hono } from 'hono'
import type { CloudEnvironment } from '../../http/context.ts'
import type { Filled } from '../../http/forms.ts'
import { escapeHtml, htmlPage } from '../../http/html.ts'
import { factTable, rowTable } from '../../http/table.ts'
import { payInvoice } from '../engine/collect.ts'
import { money } from '../engine/currency.ts'
import { type Invoice, intentOf } from '../engine/invoices.ts'
import { attach, createCard } from '../engine/paymentMethods.ts'
import { testCard } from '../engine/testCards.ts'
import { day, linesOf, type Receipt, receiptOf, sumsOf } from '../receipts/receipt.ts'
import { idOf } from '../types.ts'
import type { Account } from '../work.ts'
import {
  alert,
  BANK,
  cardFields,
  challengePage,
  isCommitted,
  notice,
  ownForm,
  type PageContext,
  type PageResponse,
  readCard,
  showProblem,
} from './form.ts'

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

function invoiceBody(invoice: Invoice): string {
  const customer = invoice.customer_name ?? invoice.customer_email ?? ''
  return `<h1>Invoice ${escapeHtml(invoice.number ?? '')}</h1>
    <p>${escapeHtml(day(invoice.created))}, for ${escapeHtml(customer)}: <strong>${escapeHtml(String(invoice.status))}</strong></p>
    ${linesTable(linesOf(invoice))}${sumsTable('Sums', sumsOf(invoice, 'Amount due', invoice.amount_remaining))}`
}

/** The hosted invoice, `/invoice/:id`, on which an open one can be paid. */
export function invoicePages({ store, work: begin, wake }: Account): Hono<CloudEnvironment> {
  const pages = new Hono<CloudEnvironment>()

  const withInvoice = (c: PageContext, show: (invoice: Invoice) => PageResponse): PageResponse => {
    const invoice = store.get('invoice', c.req.param('id') ?? '')
    if (invoice && invoice.status !== 'draft') return show(invoice)
    return notice('Not found', 'There is no such invoice.', 404)
  }

  const show = (invoice: Invoice, filled: Filled = {}, error?: string) => {
    const form = `<h2>Pay this invoice</h2>${alert(error)}<form method="post" action="/invoice/${invoice.id}"><fieldset><legend>Card</legend>${cardFields(filled)}</fieldset>
      <p><button class="main">Pay ${escapeHtml(money(invoice.amount_remaining, invoice.currency))}</button></p></form>`
    const intent = intentOf(begin(), invoice.id)
    const receipt =
      intent?.status === 'succeeded'
        ? `<p><a href="/receipt/${idOf(intent.latest_charge)}">Receipt</a></p>`
        : ''
    return htmlPage({
      title: `Invoice ${invoice.number ?? ''}`,
      status: error ? 402 : 200,
      body: `${invoiceBody(invoice)}${invoice.status === 'open' ? form : receipt}`,
    })
  }

  const pay = (c: PageContext, invoice: Invoice, filled: Filled, confirmed: boolean): PageResponse => {
    const card = readCard(filled)
    if (typeof card === 'string') return show(invoice, filled, card)
    if (testCard(card.number)?.challenge && !confirmed) {
      store.set(`pending:${invoice.id}`, JSON.stringify(filled))
      return c.redirect(`/invoice/${invoice.id}/confirm`, 303)
    }
    try {
      store.transaction(() => {
        const work = begin()
        const created = createCard(work, card, { email: invoice.customer_email, name: filled.name ?? null })
        const method = attach(work, created, idOf(invoice.customer) ?? '')
        payInvoice(work, invoice, { method, present: true, confirmed })
      }, isCommitted)
      return c.redirect(`/invoice/${invoice.id}`, 303)
    } catch (error) {
      return showProblem(error, (message) =>
        show(store.get('invoice', invoice.id) ?? invoice, filled, message),
      )
    } finally {
      wake()
    }
  }

  pages.get('/invoice/:id', async (c) => withInvoice(c, (invoice) => show(invoice)))
  pages.get('/invoice/:id/confirm', async (c) =>
    withInvoice(c, ({ amount_remaining, currency }) =>
      challengePage(BANK, money(amount_remaining, currency)),
    ),
  )
  pages.post(
    '/invoice/:id',
    ownForm((c, filled) => withInvoice(c, (invoice) => pay(c, invoice, filled, false))),
  )
  pages.post(
    '/invoice/:id/confirm',
    ownForm((c, { answer }) =>
      withInvoice(c, (invoice) => {
        const filled: Filled = JSON.parse(store.setting(`pending:${invoice.id}`) ?? '{}')
        if (answer === 'complete') return pay(c, invoice, filled, true)
        return show(invoice, filled, 'We are unable to authenticate your payment method. Please try another.')
      }),
    ),
  )
  return pages
}
