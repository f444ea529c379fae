import { escapeHtml, htmlPage } from '../../http/html.ts'
import { rowTable } from '../../http/table.ts'
import { methodFor } from '../engine/collect.ts'
import { money } from '../engine/currency.ts'
import { describe } from '../engine/paymentMethods.ts'
import type { Subscription } from '../engine/standing.ts'
import { upcomingInvoice } from '../engine/upcoming.ts'
import { StripeProblem } from '../errors.ts'
import { isScheduledToEnd, periodEndOf, visibleSubscriptions } from '../portal/actions.ts'
import type { PortalSession } from '../portal/sessions.ts'
import { day } from '../receipts/receipt.ts'
import { idOf, type Objects } from '../types.ts'
import type { Work } from '../work.ts'
import { alert, cardFields, countryOptions, type Filled } from './form.ts'
import { TEST_CARDS, TEST_CARDS_SCRIPT } from './testCardList.ts'

type Configuration = Objects['billing_portal.configuration']

/** What the portal's pages know. */
export type PortalView = {
  work: Work
  session: PortalSession
  configuration: Configuration
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

function state(work: Work, subscription: Subscription): string {
  if (isScheduledToEnd(subscription))
    return `It ends on ${day(subscription.cancel_at ?? periodEndOf(subscription))}.`
  if (subscription.status === 'past_due') return `A payment has failed. ${nextCharge(work, subscription)}`
  return nextCharge(work, subscription)
}

function subscriptionPart({ work, session, configuration }: PortalView, subscription: Subscription): string {
  const item = subscription.items.data[0]
  const product = work.store.get('product', idOf(item?.price.product) ?? '')
  const price = item
    ? `${money(item.price.unit_amount ?? 0, item.price.currency)} per ${item.plan.interval}`
    : ''
  const root = `/p/session/${session.id}`
  const allowed = configuration.features.subscription_cancel.enabled
  const action = isScheduledToEnd(subscription)
    ? `<form method="post" action="${root}/keep/${subscription.id}"><button class="main">Don't cancel subscription</button></form>`
    : `<p><a href="${root}/cancel/${subscription.id}">Cancel subscription</a></p>`
  return `<section><h3>${escapeHtml(product?.name ?? 'Subscription')}</h3><p>${escapeHtml(price)}</p>
    <p>${escapeHtml(state(work, subscription))}</p>${allowed ? action : ''}</section>`
}

function invoicesPart({ work, customer }: PortalView): string {
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

function back({ session }: PortalView): string {
  return session.return_url
    ? `<p><a href="${escapeHtml(session.return_url)}">Return to the website</a></p>`
    : ''
}

/** The portal's first page. */
export function portalPage(view: PortalView, said = ''): Promise<Response> {
  const { work, session, configuration, customer } = view
  const subscriptions = visibleSubscriptions(work, customer.id)
  const method = methodFor(work, subscriptions[0], customer)
  const { features, business_profile } = configuration
  const card = features.payment_method_update.enabled
    ? `<h2>Payment method</h2><p>${escapeHtml(method ? describe(method) : 'None yet')}</p>
       <p><a href="/p/session/${session.id}/payment">Update payment method</a></p>`
    : ''
  return htmlPage({
    title: 'Billing portal (test)',
    narrow: true,
    body: `${back(view)}<h1>Manage your billing</h1><p>${escapeHtml(business_profile.headline ?? '')}</p>
      <p role="status">${escapeHtml(said)}</p><p class="soft">The local cloud in place of Stripe, for ${escapeHtml(customer.email ?? customer.id)}.</p>
      <h2>Current subscription</h2>${subscriptions.map((one) => subscriptionPart(view, one)).join('') || '<p>None.</p>'}
      ${card}${features.invoice_history.enabled ? `<h2>Invoice history</h2>${invoicesPart(view)}` : ''}`,
  })
}

const WORDS: Record<string, string> = {
  customer_service: 'Customer service was less than expected',
  low_quality: 'Quality was less than expected',
  missing_features: 'Some features are missing',
  other: 'Other reason',
  switched_service: 'I am switching to a different service',
  too_complex: 'Ease of use was less than expected',
  too_expensive: "It's too expensive",
  unused: "I don't use the service enough",
}

/** Asks whether a subscription really is to end. */
export function cancelPage(
  { session, configuration }: PortalView,
  subscription: Subscription,
): Promise<Response> {
  const { mode, cancellation_reason } = configuration.features.subscription_cancel
  const when =
    mode === 'immediately'
      ? 'It ends at once.'
      : `It stays available until ${day(periodEndOf(subscription))}, and nothing is charged after that.`
  const options = cancellation_reason.options.map(
    (option) => `<option value="${escapeHtml(option)}">${escapeHtml(WORDS[option] ?? option)}</option>`,
  )
  const reasons = cancellation_reason.enabled
    ? `<label>Why? (optional) <select name="feedback"><option value="">No answer</option>${options.join('')}</select></label>`
    : ''
  return htmlPage({
    title: 'Cancel subscription',
    narrow: true,
    body: `<p><a href="/p/session/${session.id}">Go back</a></p><h1>Cancel your subscription</h1><p>${escapeHtml(when)}</p>
      <form method="post">${reasons}<p><button class="main">Cancel subscription</button></p></form>`,
  })
}

/** Asks for another card. */
export function cardPage({ session }: PortalView, filled: Filled = {}, error?: string): Promise<Response> {
  return htmlPage({
    title: 'Update payment method',
    narrow: true,
    script: TEST_CARDS_SCRIPT,
    status: error ? 402 : 200,
    body: `<p><a href="/p/session/${session.id}">Go back</a></p><h1>Update payment method</h1>${alert(error)}
      <form method="post" action="/p/session/${session.id}/payment"><fieldset><legend>Card</legend>${TEST_CARDS}${cardFields(filled)}
      <label>Country or region <select name="country" autocomplete="country">${countryOptions(filled.country ?? 'US')}</select></label></fieldset>
      <p><button class="main">Save</button></p></form>`,
  })
}
