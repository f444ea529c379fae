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
import { itemOf } from '../engine/subscribe.ts'
import type { Subscription } from '../engine/subscriptionStatus.ts'
import { testCard } from '../engine/testCards.ts'
import { StripeProblem } from '../errors.ts'
import { cancelInPortal, changeCard, keepInPortal, visibleSubscriptions } from '../portal/actions.ts'
import { createPortalSession, livePortalSession, type PortalSession, touch } from '../portal/endpoints.ts'
import { day } from '../receipts/receipt.ts'
import { idOf, type Objects } from '../types.ts'
import type { Account, Work } from '../work.ts'
import {
  alert,
  BANK,
  cardFields,
  challengePage,
  countryField,
  field,
  notice,
  ownForm,
  type PageContext,
  type PageResponse,
  readCard,
  showProblem,
} from './form.ts'
import { TEST_CARDS, TEST_CARDS_SCRIPT } from './testCardList.ts'

/** The data of the portal's pages. */
type PortalView = {
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
function portalPage(view: PortalView, done = ''): Promise<Response> {
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
function cancelPage({ session, configuration }: PortalView, subscription: Subscription): Promise<Response> {
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
function cardPage({ session }: PortalView, filled: Filled = {}, error?: string): Promise<Response> {
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

const MESSAGES: Record<string, string> = {
  canceled: 'Your subscription has been canceled.',
  kept: 'Your subscription will not be canceled.',
  card: 'Your payment method has been updated.',
}

/** The hosted billing portal, `/p/session/:id`. */
export function portalPages({ store, work: begin, wake }: Account): Hono<CloudEnvironment> {
  const pages = new Hono<CloudEnvironment>()

  /** Serves the holder of a link that works. */
  const inside = async (c: PageContext, show: (view: PortalView) => PageResponse): Promise<Response> => {
    const work = begin()
    const session = livePortalSession(work, c.req.param('id') ?? '')
    const customer = session && store.get('customer', session.customer)
    const configuration =
      session && store.get('billing_portal.configuration', idOf(session.configuration) ?? '')
    if (!session || !customer || !configuration)
      return notice('This link has expired', 'Open the billing portal again from the website.', 404)
    touch(work, session.id)
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

  const cardChange = (c: PageContext, show: (view: PortalView) => PageResponse) =>
    inside(c, (view) => (view.configuration.features.payment_method_update.enabled ? show(view) : notFound()))

  const done = (c: PageContext, { session }: PortalView, message: keyof typeof MESSAGES) => {
    wake()
    return c.redirect(`/p/session/${session.id}?done=${message}`, 303)
  }

  const saveCard = (c: PageContext, view: PortalView, filled: Filled, confirmed: boolean): PageResponse => {
    const card = readCard(filled)
    if (typeof card === 'string') return cardPage(view, filled, card)
    if (testCard(card.number)?.challenge && !confirmed) {
      store.set(`pending:${view.session.id}`, JSON.stringify(filled))
      return c.redirect(`/p/session/${view.session.id}/confirm`, 303)
    }
    try {
      const name = filled.name ?? ''
      store.transaction(() => changeCard(view.work, view.customer, { ...card, name }, confirmed))
      return done(c, view, 'card')
    } catch (error) {
      return showProblem(error, (message) => cardPage(view, filled, message))
    }
  }

  pages.get('/p/session/:id', (c) =>
    inside(c, (view) => portalPage(view, MESSAGES[c.req.query('done') ?? ''])),
  )
  pages.get('/p/session/:id/cancel/:subscription', (c) => cancelable(c, cancelPage))
  pages.post(
    '/p/session/:id/cancel/:subscription',
    ownForm((c) =>
      cancelable(c, (view, subscription) => {
        const { mode } = view.configuration.features.subscription_cancel
        store.transaction(() => cancelInPortal(view.work, subscription, mode))
        return done(c, view, 'canceled')
      }),
    ),
  )
  pages.post(
    '/p/session/:id/keep/:subscription',
    ownForm((c) =>
      cancelable(c, (view, subscription) => {
        store.transaction(() => keepInPortal(view.work, subscription))
        return done(c, view, 'kept')
      }),
    ),
  )
  pages.get('/p/session/:id/payment', (c) => cardChange(c, (view) => cardPage(view)))
  pages.post(
    '/p/session/:id/payment',
    ownForm((c, filled) => cardChange(c, (view) => saveCard(c, view, filled, false))),
  )
  pages.get('/p/session/:id/confirm', (c) => inside(c, () => challengePage(BANK, '$0.00')))
  pages.post(
    '/p/session/:id/confirm',
    ownForm((c, { answer }) =>
      cardChange(c, (view) => {
        const filled: Filled = JSON.parse(store.setting(`pending:${view.session.id}`) ?? '{}')
        if (answer === 'complete') return saveCard(c, view, filled, true)
        const message = 'We are unable to authenticate your payment method. Please try another.'
        return cardPage(view, filled, message)
      }),
    ),
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
