import { Hono } from 'hono'
import type { CloudEnvironment } from '../../http/context.ts'
import type { Filled } from '../../http/forms.ts'
import { escapeHtml, htmlPage } from '../../http/html.ts'
import { payInvoice } from '../engine/collect.ts'
import { money } from '../engine/currency.ts'
import { type Invoice, intentOf } from '../engine/invoices.ts'
import { attach, createCard } from '../engine/paymentMethods.ts'
import { testCard } from '../engine/testCards.ts'
import { day, invoiceOf, linesOf, sumsOf } from '../receipts/receipt.ts'
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
import { linesTable, sumsTable } from './receipt.ts'

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
      body: `${invoiceBody(invoice)}${invoice.status === 'open' ? form : receipt}<p><a href="/invoice/${invoice.id}/pdf">Printable invoice</a></p>`,
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
  pages.get('/invoice/:id/pdf', async (c) =>
    withInvoice(c, (invoice) =>
      htmlPage({ title: `Invoice ${invoice.number ?? ''}`, body: invoiceBody(invoice) }),
    ),
  )
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
  // The URL of an intent that waits for its holder.
  pages.get('/challenge/:intent', async (c) => {
    const intent = store.get('payment_intent', c.req.param('intent'))
    const invoice = intent && invoiceOf(begin(), intent.id, idOf(intent.customer))
    return invoice
      ? c.redirect(`/invoice/${invoice.id}`, 303)
      : notice('Not found', 'There is no such invoice.', 404)
  })
  return pages
}
