import { Hono } from 'hono'
import type { CloudEnvironment } from '../../http/context.ts'
import { escapeHtml, htmlPage } from '../../http/html.ts'
import { rowTable } from '../../http/table.ts'
import type { OutgoingMail } from '../../inbox/inbox.ts'
import { findPaymentMethod } from '../engine/collect.ts'
import { formatMoney } from '../engine/currency.ts'
import { formatPrice, getProductName } from '../engine/lines.ts'
import { formatMethod } from '../engine/paymentMethods.ts'
import { previewInvoice } from '../engine/renew.ts'
import type { Subscription } from '../engine/subscriptionStatus.ts'
import type { Account, Operation } from '../operation.ts'
import {
  cancelInPortal,
  changeCard,
  createPortalSession,
  listVisibleSubscriptions,
  type PortalSession,
  resumeInPortal,
} from '../portal/portal.ts'
import { getItem, type Objects } from '../types.ts'
import {
  type FormFields,
  handleForm,
  type PageContext,
  type PageResponse,
  performAction,
  readCard,
  renderAlert,
  renderCardForm,
  renderField,
  renderTextPage,
} from './form.ts'
import { formatDay } from './invoice.ts'

type PortalView = {
  operation: Operation
  session: PortalSession
  configuration: Objects['billing_portal.configuration']
  customer: Objects['customer']
}

function formatNextCharge(operation: Operation, subscription: Subscription): string {
  if (subscription.status === 'paused') return ''
  const { amount_due, currency, created } = previewInvoice(operation, subscription)
  return `Your next payment is ${formatMoney(amount_due, currency)} on ${formatDay(created)}.`
}

function renderSubscription(
  { operation, session, configuration }: PortalView,
  subscription: Subscription,
): string {
  const { price } = getItem(subscription)
  const sessionPath = `/p/session/${session.id}`
  const { cancel_at } = subscription
  const cancelAction =
    cancel_at === null
      ? `<p><a href="${sessionPath}/cancel/${subscription.id}">Cancel subscription</a></p>`
      : `<form method="post" action="${sessionPath}/keep/${subscription.id}"><button class="main">Don't cancel subscription</button></form>`
  const failureNote = subscription.status === 'past_due' ? 'A payment has failed. ' : ''
  const statusText =
    cancel_at === null
      ? `${failureNote}${formatNextCharge(operation, subscription)}`
      : `It ends on ${formatDay(cancel_at)}.`
  return `<section><h3>${escapeHtml(getProductName(operation, price))}</h3><p>${escapeHtml(formatPrice(price))}</p>
    <p>${escapeHtml(statusText)}</p>${configuration.features.subscription_cancel.enabled ? cancelAction : ''}</section>`
}

function renderInvoices({ operation, customer }: PortalView): string {
  const invoices = operation.store.list('invoice', customer.id).filter(({ status }) => status !== 'draft')
  if (invoices.length === 0) return '<p class="soft">No invoices yet.</p>'
  const rows = invoices.map((invoice) => [
    escapeHtml(formatDay(invoice.created)),
    escapeHtml(formatMoney(invoice.total, invoice.currency)),
    escapeHtml(String(invoice.status)),
    `<a href="/invoice/${invoice.id}">${escapeHtml(invoice.number ?? 'Invoice')}</a>`,
  ])
  return rowTable({ label: 'Invoice history', columns: ['Date', 'Amount', 'Status', 'Invoice'], rows })
}

function renderPortal(view: PortalView, resultMessage = ''): Promise<Response> {
  const { operation, session, customer } = view
  const subscriptions = listVisibleSubscriptions(operation, customer.id)
  const method = findPaymentMethod(operation, subscriptions[0], customer)
  const backLink = session.return_url
    ? `<p><a href="${escapeHtml(session.return_url)}">Return to the website</a></p>`
    : ''
  return htmlPage({
    title: 'Billing portal (test)',
    isNarrow: true,
    body: `${backLink}<h1>Manage your billing</h1><p role="status">${escapeHtml(resultMessage)}</p>
      <p class="soft">The local cloud replaces Stripe here. Customer: ${escapeHtml(customer.email ?? customer.id)}.</p>
      <h2>Current subscription</h2>${subscriptions.map((subscription) => renderSubscription(view, subscription)).join('') || '<p>None.</p>'}
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

function renderCardPage(
  { session }: PortalView,
  formFields: FormFields = {},
  error?: string,
): Promise<Response> {
  return htmlPage({
    title: 'Update payment method',
    isNarrow: true,
    status: error ? 402 : 200,
    body: `<p><a href="/p/session/${session.id}">Go back</a></p><h1>Update payment method</h1>
      ${renderAlert(error)}${renderCardForm(`/p/session/${session.id}/payment`, formFields, 'Save')}`,
  })
}

const RESULT_MESSAGES: Record<string, string> = {
  canceled: 'Your subscription has been canceled.',
  resumed: 'Your subscription will not be canceled.',
  card: 'Your payment method has been updated.',
}

/** Creates the pages of the hosted billing portal, `/p/session/:id`. */
export function createPortalPages(account: Account): Hono<CloudEnvironment> {
  const { store, startOperation, sendPending } = account
  const pages = new Hono<CloudEnvironment>()

  const withSession = async (
    c: PageContext,
    respond: (view: PortalView) => PageResponse,
  ): Promise<Response> => {
    const operation = startOperation()
    const session = store.get('billing_portal.session', c.req.param('id') ?? '')
    const customer = session && store.get('customer', session.customer)
    const configuration = session && store.get('billing_portal.configuration', session.configuration)
    if (!session || !customer || !configuration)
      return renderTextPage('This link has expired', 'Open the billing portal again from the website.', 404)
    return respond({ operation, session, configuration, customer })
  }

  const renderNotFound = () => renderTextPage('Not found', 'There is no such subscription.', 404)

  /** Calls `respond` with the path's subscription. Responds with 404 if it is hidden or cancellation is disabled. */
  const withSubscription = (
    c: PageContext,
    respond: (view: PortalView, subscription: Subscription) => PageResponse,
  ) =>
    withSession(c, (view) => {
      const subscription = listVisibleSubscriptions(view.operation, view.customer.id).find(
        ({ id }) => id === c.req.param('subscription'),
      )
      const { enabled } = view.configuration.features.subscription_cancel
      return subscription && enabled ? respond(view, subscription) : renderNotFound()
    })

  const redirectToPortal = (c: PageContext, { session }: PortalView, result: keyof typeof RESULT_MESSAGES) =>
    c.redirect(`/p/session/${session.id}?done=${result}`, 303)

  const saveCard = (c: PageContext, view: PortalView, formFields: FormFields): PageResponse => {
    const card = readCard(formFields)
    if (typeof card === 'string') return renderCardPage(view, formFields, card)
    const changeCardAndRedirect = () => {
      changeCard(view.operation, view.customer, { ...card, name: formFields.name ?? '' })
      return redirectToPortal(c, view, 'card')
    }
    return performAction(account, changeCardAndRedirect, (message) =>
      renderCardPage(view, formFields, message),
    )
  }

  pages.get('/p/session/:id', (c) =>
    withSession(c, (view) => renderPortal(view, RESULT_MESSAGES[c.req.query('done') ?? ''])),
  )
  pages.get('/p/session/:id/cancel/:subscription', (c) => withSubscription(c, renderCancellation))
  const serveSubscriptionChange = (
    action: 'cancel' | 'keep',
    result: keyof typeof RESULT_MESSAGES,
    change: (operation: Operation, subscription: Subscription) => Subscription,
  ) => {
    const handle = (c: PageContext) =>
      withSubscription(c, (view, subscription) => {
        store.transaction(() => change(view.operation, subscription))
        sendPending()
        return redirectToPortal(c, view, result)
      })
    pages.post(`/p/session/:id/${action}/:subscription`, handleForm(handle))
  }
  serveSubscriptionChange('cancel', 'canceled', cancelInPortal)
  serveSubscriptionChange('keep', 'resumed', resumeInPortal)
  pages.get('/p/session/:id/payment', (c) => withSession(c, (view) => renderCardPage(view)))
  pages.post(
    '/p/session/:id/payment',
    handleForm((c, formFields) => withSession(c, (view) => saveCard(c, view, formFields))),
  )
  return pages
}

/** Finds the id of the newest customer with this email. Prefers customers with a subscription that is not canceled. */
function findCustomerByEmail(operation: Operation, email: string): string | undefined {
  const customers = operation.store
    .list('customer')
    .filter((customer) => customer.email?.toLowerCase() === email.toLowerCase())
  const hasSubscription = ({ id }: { id: string }) =>
    operation.store.list('subscription', id).some(({ status }) => status !== 'canceled')
  return (customers.find(hasSubscription) ?? customers[0])?.id
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
 * Creates the hosted login page of the portal, `/p/login/:id`, which emails customers a link to the portal
 * (https://docs.stripe.com/customer-management/activate-no-code-customer-portal).
 *
 * @param deliverMail - delivers an email to the inbox
 */
export function createPortalLoginPages(
  { store, startOperation }: Account,
  deliverMail: (mail: OutgoingMail) => void,
): Hono<CloudEnvironment> {
  const pages = new Hono<CloudEnvironment>()
  const withConfiguration = (
    c: PageContext,
    respond: (configurationId: string) => PageResponse,
  ): PageResponse => {
    const configuration = store.get('billing_portal.configuration', c.req.param('id') ?? '')
    return configuration?.login_page.enabled
      ? respond(configuration.id)
      : renderTextPage('Not found', 'This login page is not active.', 404)
  }

  pages.get('/p/login/:id', async (c) =>
    withConfiguration(c, () => {
      const emailField = renderField('email', 'Email', '', 'type="email" autocomplete="email" required')
      return htmlPage({
        title: 'Manage your subscription',
        isNarrow: true,
        body: `<h1>Manage your subscription</h1><form method="post">${emailField}<button>Send</button></form>`,
      })
    }),
  )
  pages.post(
    '/p/login/:id',
    handleForm((c, { email = '' }) =>
      withConfiguration(c, (configuration) => {
        store.transaction(() => {
          const operation = startOperation()
          const customer = findCustomerByEmail(operation, email)
          if (!customer) return
          const { url } = createPortalSession(operation, { configuration, customer, return_url: null })
          deliverMail(createLoginMail(operation.businessName, email, url))
        })
        const text = `If ${email} has a subscription, a link to manage it is on its way.`
        return renderTextPage('Check your email', text)
      }),
    ),
  )
  return pages
}
