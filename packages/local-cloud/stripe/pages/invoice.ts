import { type Context, Hono } from 'hono'
import type { CloudEnvironment } from '../../http/context.ts'
import { escapeHtml, htmlPage } from '../../http/html.ts'
import { rowTable } from '../../http/table.ts'
import { money } from '../engine/currency.ts'
import { type Invoice, intentOf } from '../engine/invoices.ts'
import { payInvoice } from '../engine/payInvoice.ts'
import { attach, createCard } from '../engine/paymentMethods.ts'
import { testCard } from '../engine/testCards.ts'
import { StripeProblem } from '../errors.ts'
import { day } from '../receipts/receipt.ts'
import { idOf } from '../types.ts'
import type { Account } from '../work.ts'
import { challengePage } from './checkoutView.ts'
import { alert, cardFields, type Filled, foreignForm, notice, ownForm, readCard } from './form.ts'
import { sumsTable } from './receipt.ts'

type PageContext = Context<CloudEnvironment>

function invoiceBody(invoice: Invoice): string {
  const { currency } = invoice
  const rows = invoice.lines.data.map((line) => [
    escapeHtml(line.description ?? ''),
    `${escapeHtml(day(line.period.start))} – ${escapeHtml(day(line.period.end))}`,
    escapeHtml(money(line.amount, currency)),
  ])
  const discount = invoice.subtotal - invoice.total
  const sums = [
    { label: 'Subtotal', sum: invoice.subtotal },
    ...(discount > 0 ? [{ label: 'Discount', sum: -discount }] : []),
    { label: 'Total', sum: invoice.total },
    { label: 'Amount due', sum: invoice.amount_remaining },
  ].map(({ label, sum }) => ({ label, amount: money(sum, currency) }))
  return `<h1>Invoice ${escapeHtml(invoice.number ?? '')}</h1>
    <p>${escapeHtml(day(invoice.created))}, for ${escapeHtml(invoice.customer_name ?? invoice.customer_email ?? '')}: <strong>${escapeHtml(String(invoice.status))}</strong></p>
    ${rowTable({ label: 'What it is for', columns: ['Item', 'Period', 'Amount'], rows })}${sumsTable(sums)}`
}

/** The hosted invoice, `/invoice/:id`, on which an open one can be paid. */
export function invoicePages({ store, work: begin, wake }: Account): Hono<CloudEnvironment> {
  const pages = new Hono<CloudEnvironment>()

  const shown = (c: PageContext): Invoice | undefined => {
    const invoice = store.get('invoice', c.req.param('id') ?? '')
    return invoice?.status === 'draft' ? undefined : invoice
  }
  const unknown = () => notice('Not found', 'There is no such invoice.', 404)
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

  const pay = (
    c: PageContext,
    invoice: Invoice,
    filled: Filled,
    confirmed: boolean,
  ): Promise<Response> | Response => {
    const card = readCard(filled)
    if (typeof card === 'string') return show(invoice, filled, card)
    if (testCard(card.number)?.challenge && !confirmed) {
      store.set(`pending:${invoice.id}`, JSON.stringify(filled))
      return c.redirect(`/invoice/${invoice.id}/confirm`, 303)
    }
    try {
      store.transaction(
        () => {
          const work = begin()
          const customer = idOf(invoice.customer) ?? ''
          const made = createCard(work, card, { email: invoice.customer_email, name: filled.name ?? null })
          const method = attach(work, made, customer)
          payInvoice(work, invoice, { method, present: true, confirmed })
        },
        (error) => error instanceof StripeProblem && error.details.keep === true,
      )
    } catch (error) {
      if (!(error instanceof StripeProblem)) throw error
      wake()
      return show(store.get('invoice', invoice.id) ?? invoice, filled, error.message)
    }
    wake()
    return c.redirect(`/invoice/${invoice.id}`, 303)
  }

  pages.get('/invoice/:id', (c) => {
    const invoice = shown(c)
    return invoice ? show(invoice) : unknown()
  })
  pages.get('/invoice/:id/pdf', (c) => {
    const invoice = shown(c)
    return invoice
      ? htmlPage({ title: `Invoice ${invoice.number ?? ''}`, body: invoiceBody(invoice) })
      : unknown()
  })
  pages.get('/invoice/:id/confirm', (c) => {
    const invoice = shown(c)
    if (!invoice) return unknown()
    const amount = money(invoice.amount_remaining, invoice.currency)
    return challengePage({ asker: '3D Secure 2 test page', amount, targets: [] })
  })
  pages.post('/invoice/:id', async (c) => {
    const filled = await ownForm(c)
    if (!filled) return foreignForm()
    const invoice = shown(c)
    return invoice ? pay(c, invoice, filled, false) : unknown()
  })
  pages.post('/invoice/:id/confirm', async (c) => {
    const answered = await ownForm(c)
    if (!answered) return foreignForm()
    const invoice = shown(c)
    const pending = invoice && store.setting(`pending:${invoice.id}`)
    if (!invoice || !pending) return unknown()
    const filled: Filled = JSON.parse(pending)
    if (answered.answer === 'complete') return pay(c, invoice, filled, true)
    return show(invoice, filled, 'We are unable to authenticate your payment method. Please try another.')
  })
  // Where an intent that waits for its holder leads: to the invoice that it pays.
  pages.get('/challenge/:intent', async (c) => {
    const intent = store.get('payment_intent', c.req.param('intent'))
    const owed = intent
      ? store
          .all('invoice', idOf(intent.customer) ?? undefined)
          .find(({ id }) => intentOf(begin(), id)?.id === intent.id)
      : undefined
    return owed ? c.redirect(`/invoice/${owed.id}`, 303) : unknown()
  })
  return pages
}
