import type { Filled } from '../../http/forms.ts'
import { escapeHtml, htmlPage } from '../../http/html.ts'
import { rowTable } from '../../http/table.ts'
import { methodFor } from '../engine/collect.ts'
import { money } from '../engine/currency.ts'
import { priceText, productName } from '../engine/lines.ts'
import { describe } from '../engine/paymentMethods.ts'
import { upcomingInvoice } from '../engine/renew.ts'
import { itemOf } from '../engine/subscribe.ts'
import type { Subscription } from '../engine/subscriptionStatus.ts'
import { StripeProblem } from '../errors.ts'
import { visibleSubscriptions } from '../portal/actions.ts'
import type { PortalSession } from '../portal/sessions.ts'
import { day } from '../receipts/receipt.ts'
import type { Objects } from '../types.ts'
import type { Work } from '../work.ts'
import { alert, cardFields, countryField } from './form.ts'
import { TEST_CARDS, TEST_CARDS_SCRIPT } from './testCardList.ts'

/** The data of the portal's pages. */
export type PortalView = {
  work: Work
  session: PortalSession
  configuration: Objects['billing_portal.configuration']
  customer: Objects['customer']
}

function nextCharge(work: Work, subscription: Subscription): string {
  try {
    const next = upcomingInvoice(work, subscription)
    return `Your next payment is ${money(next.amount_due, next.currency)} on ${day(next.created)}.`
  } catch (error) {
    if (error instanceof StripeProblem) return ''
    throw error
  }
}

function subscriptionHtml({ work, session, configuration }: PortalView, subscription: Subscription): string {
  const { price } = itemOf(subscription)
  const root = `/p/session/${session.id}`
  const { cancel_at } = subscription
  const action =
    cancel_at === null
      ? `<p><a href="${root}/cancel/${subscription.id}">Cancel subscription</a></p>`
      : `<form method="post" action="${root}/keep/${subscription.id}"><button class="main">Don't cancel subscription</button></form>`
  const failed = subscription.status === 'past_due' ? 'A payment has failed. ' : ''
  const state =
    cancel_at === null ? `${failed}${nextCharge(work, subscription)}` : `It ends on ${day(cancel_at)}.`
  return `<section><h3>${escapeHtml(productName(work, price))}</h3><p>${escapeHtml(priceText(price))}</p>
    <p>${escapeHtml(state)}</p>${configuration.features.subscription_cancel.enabled ? action : ''}</section>`
}

function invoicesHtml({ work, customer }: PortalView): string {
  const invoices = work.store.all('invoice', customer.id).filter(({ status }) => status !== 'draft')
  if (invoices.length === 0) return '<p class="soft">No invoices yet.</p>'
  const rows = invoices
    .slice(0, 36)
    .map((invoice) => [
      escapeHtml(day(invoice.created)),
      escapeHtml(money(invoice.total, invoice.currency)),
      escapeHtml(String(invoice.status)),
      `<a href="/invoice/${invoice.id}">${escapeHtml(invoice.number ?? 'Invoice')}</a>`,
    ])
  return rowTable({ label: 'Invoice history', columns: ['Date', 'Amount', 'Status', 'Invoice'], rows })
}

/** The portal's first page. */
export function portalPage(view: PortalView, done = ''): Promise<Response> {
  const { work, session, configuration, customer } = view
  const subscriptions = visibleSubscriptions(work, customer.id)
  const method = methodFor(work, subscriptions[0], customer)
  const { payment_method_update, invoice_history } = configuration.features
  const back = session.return_url
    ? `<p><a href="${escapeHtml(session.return_url)}">Return to the website</a></p>`
    : ''
  const card = payment_method_update.enabled
    ? `<h2>Payment method</h2><p>${escapeHtml(method ? describe(method) : 'None yet')}</p>
       <p><a href="/p/session/${session.id}/payment">Update payment method</a></p>`
    : ''
  return htmlPage({
    title: 'Billing portal (test)',
    narrow: true,
    body: `${back}<h1>Manage your billing</h1><p role="status">${escapeHtml(done)}</p>
      <p class="soft">The local cloud in place of Stripe, for ${escapeHtml(customer.email ?? customer.id)}.</p>
      <h2>Current subscription</h2>${subscriptions.map((one) => subscriptionHtml(view, one)).join('') || '<p>None.</p>'}
      ${card}${invoice_history.enabled ? `<h2>Invoice history</h2>${invoicesHtml(view)}` : ''}`,
  })
}

/** The confirmation of a cancellation. */
export function cancelPage(
  { session, configuration }: PortalView,
  subscription: Subscription,
): Promise<Response> {
  const end = day(itemOf(subscription).current_period_end)
  const when =
    configuration.features.subscription_cancel.mode === 'immediately'
      ? 'It ends at once.'
      : `It stays available until ${end}, and nothing is charged after that.`
  return htmlPage({
    title: 'Cancel subscription',
    narrow: true,
    body: `<p><a href="/p/session/${session.id}">Go back</a></p><h1>Cancel your subscription</h1><p>${escapeHtml(when)}</p>
      <form method="post"><p><button class="main">Cancel subscription</button></p></form>`,
  })
}

/** The form for another card. */
export function cardPage({ session }: PortalView, filled: Filled = {}, error?: string): Promise<Response> {
  return htmlPage({
    title: 'Update payment method',
    narrow: true,
    script: TEST_CARDS_SCRIPT,
    status: error ? 402 : 200,
    body: `<p><a href="/p/session/${session.id}">Go back</a></p><h1>Update payment method</h1>${alert(error)}
      <form method="post" action="/p/session/${session.id}/payment"><fieldset><legend>Card</legend>${TEST_CARDS}${cardFields(filled)}
      ${countryField(filled.country)}</fieldset><p><button class="main">Save</button></p></form>`,
  })
}
