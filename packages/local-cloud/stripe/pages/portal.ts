import { Hono } from 'hono'
import type { CloudEnvironment } from '../../http/context.ts'
import type { FormFields } from '../../http/forms.ts'
import { escapeHtml, htmlPage } from '../../http/html.ts'
import { rowTable } from '../../http/table.ts'
import type { OutgoingMail } from '../../inbox/inbox.ts'
import { findMethod } from '../engine/collect.ts'
import { formatMoney } from '../engine/currency.ts'
import { formatPrice, getProductName } from '../engine/lines.ts'
import { formatMethod } from '../engine/paymentMethods.ts'
import { previewInvoice } from '../engine/renew.ts'
import type { Subscription } from '../engine/subscriptionStatus.ts'
import {
  cancelInPortal,
  changeCard,
  createPortalSession,
  listVisibleSubscriptions,
  type PortalSession,
  resumeInPortal,
} from '../portal/portal.ts'
import { formatDay } from '../receipts/receipt.ts'
import { getId, getItem, type Objects } from '../types.ts'
import type { Account, Work } from '../work.ts'
import {
  handleForm,
  type PageContext,
  type PageResponse,
  performAction,
  readCard,
  renderAlert,
  renderCardForm,
  renderField,
  renderNotice,
} from './form.ts'

type PortalView = {
  work: Work
  session: PortalSession
  configuration: Objects['billing_portal.configuration']
  customer: Objects['customer']
}

function formatNextCharge(work: Work, subscription: Subscription): string {
  if (subscription.status === 'paused') return ''
  const next = previewInvoice(work, subscription)
  return `Your next payment is ${formatMoney(next.amount_due, next.currency)} on ${formatDay(next.created)}.`
}

function renderSubscription(
  { work, session, configuration }: PortalView,
  subscription: Subscription,
): string {
  const { price } = getItem(subscription)
  const root = `/p/session/${session.id}`
  const { cancel_at } = subscription
  const action =
    cancel_at === null
      ? `<p><a href="${root}/cancel/${subscription.id}">Cancel subscription</a></p>`
      : `<form method="post" action="${root}/keep/${subscription.id}"><button class="main">Don't cancel subscription</button></form>`
  const failed = subscription.status === 'past_due' ? 'A payment has failed. ' : ''
  const state =
    cancel_at === null
      ? `${failed}${formatNextCharge(work, subscription)}`
      : `It ends on ${formatDay(cancel_at)}.`
  return `<section><h3>${escapeHtml(getProductName(work, price))}</h3><p>${escapeHtml(formatPrice(price))}</p>
    <p>${escapeHtml(state)}</p>${configuration.features.subscription_cancel.enabled ? action : ''}</section>`
}

function renderInvoices({ work, customer }: PortalView): string {
  const invoices = work.store.all('invoice', customer.id).filter(({ status }) => status !== 'draft')
  if (invoices.length === 0) return '<p class="soft">No invoices yet.</p>'
  const rows = invoices
    .slice(0, 36)
    .map((invoice) => [
      escapeHtml(formatDay(invoice.created)),
      escapeHtml(formatMoney(invoice.total, invoice.currency)),
      escapeHtml(String(invoice.status)),
      `<a href="/invoice/${invoice.id}">${escapeHtml(invoice.number ?? 'Invoice')}</a>`,
    ])
  return rowTable({ label: 'Invoice history', columns: ['Date', 'Amount', 'Status', 'Invoice'], rows })
}

function renderPortal(view: PortalView, done = ''): Promise<Response> {
  const { work, session, customer } = view
  const subscriptions = listVisibleSubscriptions(work, customer.id)
  const method = findMethod(work, subscriptions[0], customer)
  const back = session.return_url
    ? `<p><a href="${escapeHtml(session.return_url)}">Return to the website</a></p>`
    : ''
  return htmlPage({
    title: 'Billing portal (test)',
    isNarrow: true,
    body: `${back}<h1>Manage your billing</h1><p role="status">${escapeHtml(done)}</p>
      <p class="soft">The local cloud in place of Stripe, for ${escapeHtml(customer.email ?? customer.id)}.</p>
      <h2>Current subscription</h2>${subscriptions.map((one) => renderSubscription(view, one)).join('') || '<p>None.</p>'}
      <h2>Payment method</h2><p>${escapeHtml(method ? formatMethod(method) : 'None yet')}</p>
      <p><a href="/p/session/${session.id}/payment">Update payment method</a></p>
      <h2>Invoice history</h2>${renderInvoices(view)}`,
  })
}

function renderCancellation({ session }: PortalView, subscription: Subscription): Promise<Response> {
  const end = escapeHtml(formatDay(getItem(subscription).current_period_end))
  return htmlPage({
    title: 'Cancel subscription',
    isNarrow: true,
    body: `<p><a href="/p/session/${session.id}">Go back</a></p><h1>Cancel your subscription</h1>
      <p>It stays available until ${end}, and nothing is charged after that.</p>
      <form method="post"><p><button class="main">Cancel subscription</button></p></form>`,
  })
}

function renderCardPage({ session }: PortalView, filled: FormFields = {}, error?: string): Promise<Response> {
  return htmlPage({
    title: 'Update payment method',
    isNarrow: true,
    status: error ? 402 : 200,
    body: `<p><a href="/p/session/${session.id}">Go back</a></p><h1>Update payment method</h1>
      ${renderAlert(error)}${renderCardForm(`/p/session/${session.id}/payment`, filled, 'Save')}`,
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

  const withSession = async (c: PageContext, show: (view: PortalView) => PageResponse): Promise<Response> => {
    const work = begin()
    const session = store.get('billing_portal.session', c.req.param('id') ?? '')
    const customer = session && store.get('customer', session.customer)
    const configuration =
      session && store.get('billing_portal.configuration', getId(session.configuration) ?? '')
    if (!session || !customer || !configuration)
      return renderNotice('This link has expired', 'Open the billing portal again from the website.', 404)
    return show({ work, session, configuration, customer })
  }

  const renderNotFound = () => renderNotice('Not found', 'There is no such subscription.', 404)

  /** Serves a subscription of the customer, when customers may cancel. */
  const withSubscription = (
    c: PageContext,
    show: (view: PortalView, subscription: Subscription) => PageResponse,
  ) =>
    withSession(c, (view) => {
      const subscription = listVisibleSubscriptions(view.work, view.customer.id).find(
        ({ id }) => id === c.req.param('subscription'),
      )
      const { enabled } = view.configuration.features.subscription_cancel
      return subscription && enabled ? show(view, subscription) : renderNotFound()
    })

  const done = (c: PageContext, { session }: PortalView, message: keyof typeof MESSAGES) =>
    c.redirect(`/p/session/${session.id}?done=${message}`, 303)

  const saveCard = (c: PageContext, view: PortalView, filled: FormFields): PageResponse => {
    const card = readCard(filled)
    if (typeof card === 'string') return renderCardPage(view, filled, card)
    const act = () => {
      changeCard(view.work, view.customer, { ...card, name: filled.name ?? '' })
      return done(c, view, 'card')
    }
    return performAction(account, act, (message) => renderCardPage(view, filled, message))
  }

  pages.get('/p/session/:id', (c) =>
    withSession(c, (view) => renderPortal(view, MESSAGES[c.req.query('done') ?? ''])),
  )
  pages.get('/p/session/:id/cancel/:subscription', (c) => withSubscription(c, renderCancellation))
  const changeWith = (
    action: 'cancel' | 'keep',
    message: keyof typeof MESSAGES,
    change: (work: Work, subscription: Subscription) => Subscription,
  ) => {
    const handle = (c: PageContext) =>
      withSubscription(c, (view, subscription) => {
        store.transaction(() => change(view.work, subscription))
        wake()
        return done(c, view, message)
      })
    pages.post(`/p/session/:id/${action}/:subscription`, handleForm(handle))
  }
  changeWith('cancel', 'canceled', cancelInPortal)
  changeWith('keep', 'resumed', resumeInPortal)
  pages.get('/p/session/:id/payment', (c) => withSession(c, (view) => renderCardPage(view)))
  pages.post(
    '/p/session/:id/payment',
    handleForm((c, filled) => withSession(c, (view) => saveCard(c, view, filled))),
  )
  return pages
}

/** The newest customer with an email, or with that and a subscription. */
function findCustomerByEmail(work: Work, email: string): string | undefined {
  const found = work.store
    .all('customer')
    .filter((customer) => customer.email?.toLowerCase() === email.toLowerCase())
  const hasSubscription = ({ id }: { id: string }) =>
    work.store.all('subscription', id).some(({ status }) => status !== 'canceled')
  return (found.find(hasSubscription) ?? found[0])?.id
}

function createLoginMail(business: string, to: string, url: string): OutgoingMail {
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
  const withConfiguration = (c: PageContext, show: (configuration: string) => PageResponse): PageResponse => {
    const found = store.get('billing_portal.configuration', c.req.param('id') ?? '')
    return found?.login_page.enabled
      ? show(found.id)
      : renderNotice('Not found', 'This login page is not active.', 404)
  }

  pages.get('/p/login/:id', async (c) =>
    withConfiguration(c, () => {
      const email = renderField('email', 'Email', '', 'type="email" autocomplete="email" required')
      return htmlPage({
        title: 'Manage your subscription',
        isNarrow: true,
        body: `<h1>Manage your subscription</h1><form method="post">${email}<button>Send</button></form>`,
      })
    }),
  )
  pages.post(
    '/p/login/:id',
    handleForm((c, { email = '' }) =>
      withConfiguration(c, (configuration) => {
        store.transaction(() => {
          const work = begin()
          const customer = findCustomerByEmail(work, email)
          if (!customer) return
          const { id, url } = createPortalSession(work, { configuration, customer, return_url: null })
          enqueue(id, createLoginMail(work.businessName, email, url))
        })
        wake()
        const text = `If ${email} has a subscription, a link to manage it is on its way.`
        return renderNotice('Check your email', text)
      }),
    ),
  )
  return pages
}
