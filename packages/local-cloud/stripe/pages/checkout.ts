import { Hono } from 'hono'
import type { CloudEnvironment } from '../../http/context.ts'
import type { FormFields } from '../../http/forms.ts'
import { escapeHtml, htmlPage } from '../../http/html.ts'
import { completeSession, type Payer } from '../checkout/complete.ts'
import { getPrice, listCoupons, type Session } from '../checkout/session.ts'
import { formatMoney } from '../engine/currency.ts'
import { formatPrice, getProductName } from '../engine/lines.ts'
import { getId } from '../types.ts'
import type { Account, Work } from '../work.ts'
import {
  handleForm,
  type PageContext,
  type PageResponse,
  performAction,
  readCard,
  renderAlert,
  renderCardFields,
  renderField,
  renderLinks,
  renderNotice,
} from './form.ts'
import { renderSums } from './invoice.ts'

function renderSummary(work: Work, session: Session): string {
  const price = getPrice(work, session)
  const reductions = listCoupons(work, session).map(({ amount_off, duration_in_months, id, name }) => {
    const duration = duration_in_months === null ? 'the first time' : `for ${duration_in_months} months`
    return { label: name ?? id, amount: `−${formatMoney(amount_off ?? 0, price.currency)} ${duration}` }
  })
  return renderSums('Your order', [
    { label: getProductName(work, price), amount: formatPrice(price) },
    ...reductions,
    { label: 'Total due today', amount: formatMoney(session.amount_total ?? 0, price.currency) },
  ])
}

function renderMethods(filled: FormFields): string {
  const choice = (type: string, name: string) =>
    `<label class="check"><input type="radio" name="method" value="${type}"${type === (filled.method ?? 'card') ? ' checked' : ''}> ${name}</label>`
  return `<fieldset><legend>Payment</legend>${choice('card', 'Card')}${choice('klarna', 'Klarna')}${renderCardFields(filled)}</fieldset>`
}

function renderTerms({ consent_collection, custom_text }: Session, filled: FormFields): string {
  if (consent_collection?.terms_of_service !== 'required') return ''
  const text = custom_text.terms_of_service_acceptance?.message
  return `<label class="check"><input type="checkbox" name="terms" value="yes"${filled.terms ? ' checked' : ''}>
    <span>${renderLinks(text ?? 'I agree to the terms of service')}</span></label>`
}

/** Replaces the placeholder of the session's id in a URL. */
function createReturnUrl(url: string | null | undefined, { id }: Session): string {
  return (url ?? '/').replaceAll('{CHECKOUT_SESSION_ID}', id)
}

function renderCheckout(
  work: Work,
  session: Session,
  filled: FormFields = {},
  error?: string,
): Promise<Response> {
  const email = work.store.get('customer', getId(session.customer) ?? '')?.email ?? ''
  const submit = session.custom_text.submit?.message
  const targets = [session.success_url, session.cancel_url].flatMap(
    (url) => URL.parse(url ?? '')?.origin ?? [],
  )
  const back = session.cancel_url
    ? `<p><a href="${escapeHtml(createReturnUrl(session.cancel_url, session))}">Back</a></p>`
    : ''
  return htmlPage({
    title: 'Subscribe (test)',
    isNarrow: true,
    formTargets: [...new Set(targets)],
    status: error ? 402 : 200,
    body: `${back}<h1>Subscribe</h1>
      <p class="soft">The local cloud in place of Stripe: no money moves, and only test cards such as 4242 4242 4242 4242 are accepted.</p>
      ${renderAlert(error)}${renderSummary(work, session)}
      <form method="post" action="/c/pay/${session.id}">
      <fieldset><legend>Contact</legend>
      ${renderField('email', 'Email', email, 'type="email" autocomplete="email" readonly')}</fieldset>
      ${renderMethods(filled)}${renderTerms(session, filled)}
      ${submit ? `<p>${renderLinks(submit)}</p>` : ''}
      <p><button class="main" name="action" value="pay">Subscribe</button></p></form>`,
  })
}

function renderKlarna(session: Session): Promise<Response> {
  const amount = formatMoney(session.amount_total ?? 0, session.currency ?? 'usd')
  return htmlPage({
    title: 'Klarna: confirm the payment',
    isNarrow: true,
    formTargets: [URL.parse(session.success_url ?? '')?.origin ?? "'self'"],
    body: `<h1>Klarna</h1>
      <p>Confirm the payment of ${escapeHtml(amount)}. The local cloud shows this page in place of Klarna.</p>
      <form method="post"><p><button class="main" name="answer" value="complete">Complete</button>
      <button name="answer" value="fail">Fail</button> <button name="answer" value="later">Decide later</button></p></form>`,
  })
}

/** The payer of a form, or an error message. */
function readPayer(session: Session, filled: FormFields): Payer | string {
  const hasAgreed = filled.terms === 'yes'
  if (session.consent_collection?.terms_of_service === 'required' && !hasAgreed)
    return 'Agree to the terms to continue.'
  const payer = { name: filled.name?.trim() ?? '', hasAgreed }
  if (filled.method === 'klarna') return { ...payer, method: { type: 'klarna' } }
  const card = readCard(filled)
  return typeof card === 'string' ? card : { ...payer, method: { type: 'card', ...card } }
}

/** The hosted Checkout, `/c/pay/:id`. */
export function checkoutPages(account: Account): Hono<CloudEnvironment> {
  const { store, work: begin } = account
  const pages = new Hono<CloudEnvironment>()
  const pendingKey = ({ id }: Session) => `pending:${id}`

  /** Serves a session that can be paid, or else a page that says why not. */
  const withOpenSession = (c: PageContext, show: (session: Session) => PageResponse): PageResponse => {
    const session = store.get('checkout.session', c.req.param('id') ?? '')
    if (!session)
      return renderNotice('Something went wrong', 'The page you were looking for could not be found.', 404)
    if (session.status === 'complete') {
      const link = { href: createReturnUrl(session.success_url, session), text: 'Continue' }
      return renderNotice("You're all done here", 'You have already completed your purchase.', 200, link)
    }
    if (session.status === 'expired' || session.expires_at <= begin().now()) {
      const link = session.cancel_url
        ? { href: createReturnUrl(session.cancel_url, session), text: 'Back' }
        : undefined
      return renderNotice(
        'This page has expired',
        'This checkout session has timed out. Start again.',
        200,
        link,
      )
    }
    return show(session)
  }

  const complete = (
    c: PageContext,
    session: Session,
    filled: FormFields,
    isDelayed = false,
  ): PageResponse => {
    const payer = readPayer(session, filled)
    if (typeof payer === 'string') return renderCheckout(begin(), session, filled, payer)
    const act = () => {
      const done = completeSession(begin(), session, payer, isDelayed)
      return c.redirect(createReturnUrl(done.success_url, done), 303)
    }
    return performAction(account, act, (message) => renderCheckout(begin(), session, filled, message))
  }

  const pay = (c: PageContext, session: Session, filled: FormFields): PageResponse => {
    const payer = readPayer(session, filled)
    if (typeof payer === 'string' || payer.method.type === 'card') return complete(c, session, filled)
    store.set(pendingKey(session), JSON.stringify(filled))
    return c.redirect(`/c/pay/${session.id}/confirm`, 303)
  }

  /** Serves a session with the form that Klarna has to confirm. */
  const withPendingForm = (c: PageContext, show: (session: Session, filled: FormFields) => PageResponse) =>
    withOpenSession(c, (session) => {
      const pending = store.setting(pendingKey(session))
      return pending ? show(session, JSON.parse(pending)) : c.redirect(`/c/pay/${session.id}`, 303)
    })

  const confirm = (
    c: PageContext,
    session: Session,
    pending: FormFields,
    { answer }: FormFields,
  ): PageResponse => {
    store.set(pendingKey(session), '')
    if (answer === 'complete' || answer === 'later') return complete(c, session, pending, answer === 'later')
    return renderCheckout(begin(), session, pending, 'Klarna did not confirm the payment.')
  }

  pages.get('/c/pay/:id', async (c) => withOpenSession(c, (session) => renderCheckout(begin(), session)))
  pages.post(
    '/c/pay/:id',
    handleForm((c, filled) => withOpenSession(c, (session) => pay(c, session, filled))),
  )
  pages.get('/c/pay/:id/confirm', async (c) => withPendingForm(c, renderKlarna))
  pages.post(
    '/c/pay/:id/confirm',
    handleForm((c, filled) => withPendingForm(c, (session, pending) => confirm(c, session, pending, filled))),
  )
  return pages
}
