import { Hono } from 'hono'
import type { CloudEnvironment } from '../../http/context.ts'
import type { Filled } from '../../http/forms.ts'
import { escapeHtml, htmlPage } from '../../http/html.ts'
import { rowTable } from '../../http/table.ts'
import type { OutgoingMail } from '../../inbox/inbox.ts'
import { methodFor } from '../engine/collect.ts'
import { money } from '../engine/currency.ts'
import { priceText, productName } from '../engine/lines.ts'
import { describe } from '../engine/paymentMethods.ts'
import { upcomingInvoice } from '../engine/renew.ts'
import type { Subscription } from '../engine/subscriptionStatus.ts'
import {
  cancelInPortal,
  changeCard,
  createPortalSession,
  type PortalSession,
  resumeInPortal,
  visibleSubscriptions,
} from '../portal/portal.ts'
import { day } from '../receipts/receipt.ts'
import { idOf, itemOf, type Objects } from '../types.ts'
import type { Account, Work } from '../work.ts'
import {
  alert,
  cardForm,
  field,
  notice,
  ownForm,
  type PageContext,
  type PageResponse,
  perform,
  readCard,
} from './form.ts'

type PortalView = {
  work: Work
  session: PortalSession
  configuration: Objects['billing_portal.configuration']
  customer: Objects['customer']
}

function nextCharge(work: Work, subscription: Subscription): string {
  if (subscription.status === 'paused') return ''
  const next = upcomingInvoice(work, subscription)
  return `Your next payment is ${money(next.amount_due, next.currency)} on ${day(next.created)}.`
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

function portalPage(view: PortalView, done = ''): Promise<Response> {
  const { work, session, customer } = view
  const subscriptions = visibleSubscriptions(work, customer.id)
  const method = methodFor(work, subscriptions[0], customer)
  const back = session.return_url
    ? `<p><a href="${escapeHtml(session.return_url)}">Return to the website</a></p>`
    : ''
  return htmlPage({
    title: 'Billing portal (test)',
    narrow: true,
    body: `${back}<h1>Manage your billing</h1><p role="status">${escapeHtml(done)}</p>
      <p class="soft">The local cloud in place of Stripe, for ${escapeHtml(customer.email ?? customer.id)}.</p>
      <h2>Current subscription</h2>${subscriptions.map((one) => subscriptionHtml(view, one)).join('') || '<p>None.</p>'}
      <h2>Payment method</h2><p>${escapeHtml(method ? describe(method) : 'None yet')}</p>
      <p><a href="/p/session/${session.id}/payment">Update payment method</a></p>
      <h2>Invoice history</h2>${invoicesHtml(view)}`,
  })
}

function cancelPage({ session }: PortalView, subscription: Subscription): Promise<Response> {
  const end = escapeHtml(day(itemOf(subscription).current_period_end))
  return htmlPage({
    title: 'Cancel subscription',
    narrow: true,
    body: `<p><a href="/p/session/${session.id}">Go back</a></p><h1>Cancel your subscription</h1>
      <p>It stays available until ${end}, and nothing is charged after that.</p>
      <form method="post"><p><button class="main">Cancel subscription</button></p></form>`,
  })
}

function cardPage({ session }: PortalView, filled: Filled = {}, error?: string): Promise<Response> {
  return htmlPage({
    title: 'Update payment method',
    narrow: true,
    status: error ? 402 : 200,
    body: `<p><a href="/p/session/${session.id}">Go back</a></p><h1>Update payment method</h1>
      ${alert(error)}${cardForm(`/p/session/${session.id}/payment`, filled, 'Save')}`,
  })
}

const MESSAGES: Record<string, string> = {
  canceled: 'Your subscription has been canceled.',
  resumed: 'Your subscription will not be canceled.',
  card: 'Your payment method has been updated.',
}

/** The hosted billing portal, `/p/session/:id`. */
export function portalPages(account: Account): Hono<CloudEnvironment> {
  const { store, work: begin, wake } = account
  const pages = new Hono<CloudEnvironment>()

  const inside = async (c: PageContext, show: (view: PortalView) => PageResponse): Promise<Response> => {
    const work = begin()
    const session = store.get('billing_portal.session', c.req.param('id') ?? '')
    const customer = session && store.get('customer', session.customer)
    const configuration =
      session && store.get('billing_portal.configuration', idOf(session.configuration) ?? '')
    if (!session || !customer || !configuration)
      return notice('This link has expired', 'Open the billing portal again from the website.', 404)
    return show({ work, session, configuration, customer })
  }

  const notFound = () => notice('Not found', 'There is no such subscription.', 404)

  /** Serves a subscription of the customer, when customers may cancel. */
  const cancelable = (c: PageContext, show: (view: PortalView, subscription: Subscription) => PageResponse) =>
    inside(c, (view) => {
      const subscription = visibleSubscriptions(view.work, view.customer.id).find(
        ({ id }) => id === c.req.param('subscription'),
      )
      const { enabled } = view.configuration.features.subscription_cancel
      return subscription && enabled ? show(view, subscription) : notFound()
    })

  const done = (c: PageContext, { session }: PortalView, message: keyof typeof MESSAGES) =>
    c.redirect(`/p/session/${session.id}?done=${message}`, 303)

  const saveCard = (c: PageContext, view: PortalView, filled: Filled): PageResponse => {
    const card = readCard(filled)
    if (typeof card === 'string') return cardPage(view, filled, card)
    const act = () => {
      changeCard(view.work, view.customer, { ...card, name: filled.name ?? '' })
      return done(c, view, 'card')
    }
    return perform(account, act, (message) => cardPage(view, filled, message))
  }

  pages.get('/p/session/:id', (c) =>
    inside(c, (view) => portalPage(view, MESSAGES[c.req.query('done') ?? ''])),
  )
  pages.get('/p/session/:id/cancel/:subscription', (c) => cancelable(c, cancelPage))
  const changeWith = (
    action: 'cancel' | 'keep',
    message: keyof typeof MESSAGES,
    change: (work: Work, subscription: Subscription) => Subscription,
  ) => {
    const handle = (c: PageContext) =>
      cancelable(c, (view, subscription) => {
        store.transaction(() => change(view.work, subscription))
        wake()
        return done(c, view, message)
      })
    pages.post(`/p/session/:id/${action}/:subscription`, ownForm(handle))
  }
  changeWith('cancel', 'canceled', cancelInPortal)
  changeWith('keep', 'resumed', resumeInPortal)
  pages.get('/p/session/:id/payment', (c) => inside(c, (view) => cardPage(view)))
  pages.post(
    '/p/session/:id/payment',
    ownForm((c, filled) => inside(c, (view) => saveCard(c, view, filled))),
  )
  return pages
}

/** The newest customer with an email, or with that and a subscription. */
function customerWith(work: Work, email: string): string | undefined {
  const found = work.store
    .all('customer')
    .filter((customer) => customer.email?.toLowerCase() === email.toLowerCase())
  const hasSubscription = ({ id }: { id: string }) =>
    work.store.all('subscription', id).some(({ status }) => status !== 'canceled')
  return (found.find(hasSubscription) ?? found[0])?.id
}

function linkMail(business: string, to: string, url: string): OutgoingMail {
  const text = `Log in to manage your subscription with ${business}: `
  return {
    source: 'stripe',
    kind: 'portal_login',
    from: business,
    to,
    subject: `Your ${business} customer portal login link`,
    html: `<p>${escapeHtml(text)}<a href="${escapeHtml(url)}">Log in</a></p>`,
    text: `${text}${url}`,
  }
}

/**
 * The hosted login page of the portal, `/p/login/:id`: emails a link into the portal to a customer's email.
 * https://docs.stripe.com/customer-management/activate-no-code-customer-portal
 *
 * @param enqueue - stores an email until it is sent
 */
export function portalLoginPages(
  { store, work: begin, wake }: Account,
  enqueue: (id: string, mail: OutgoingMail) => void,
): Hono<CloudEnvironment> {
  const pages = new Hono<CloudEnvironment>()
  const whenEnabled = (c: PageContext, show: (configuration: string) => PageResponse): PageResponse => {
    const found = store.get('billing_portal.configuration', c.req.param('id') ?? '')
    return found?.login_page.enabled
      ? show(found.id)
      : notice('Not found', 'This login page is not active.', 404)
  }

  pages.get('/p/login/:id', async (c) =>
    whenEnabled(c, () => {
      const email = field('email', 'Email', '', 'type="email" autocomplete="email" required')
      return htmlPage({
        title: 'Manage your subscription',
        narrow: true,
        body: `<h1>Manage your subscription</h1><form method="post">${email}<button>Send</button></form>`,
      })
    }),
  )
  pages.post(
    '/p/login/:id',
    ownForm((c, { email = '' }) =>
      whenEnabled(c, (configuration) => {
        store.transaction(() => {
          const work = begin()
          const customer = customerWith(work, email)
          if (!customer) return
          const { id, url } = createPortalSession(work, { configuration, customer, return_url: null })
          enqueue(id, linkMail(work.businessName, email, url))
        })
        wake()
        const text = `If ${email} has a subscription, a link to manage it is on its way.`
        return notice('Check your email', text)
      }),
    ),
  )
  return pages
}
