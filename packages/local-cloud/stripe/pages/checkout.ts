import { Hono } from 'hono'
import type { CloudEnvironment } from '../../http/context.ts'
import type { Filled } from '../../http/forms.ts'
import { escapeHtml, htmlPage } from '../../http/html.ts'
import { completeSession, type Payer, requestConfirmation } from '../checkout/complete.ts'
import { couponsOf, priceOf, type Session } from '../checkout/session.ts'
import { failAttempt } from '../engine/attempts.ts'
import { money } from '../engine/currency.ts'
import { priceText, productName } from '../engine/lines.ts'
import { testCard } from '../engine/testCards.ts'
import { isEmail } from '../params/shared.ts'
import { idOf } from '../types.ts'
import type { Account, Work } from '../work.ts'
import {
  alert,
  BANK,
  cardFields,
  challengePage,
  countryField,
  field,
  isCommitted,
  notice,
  ownForm,
  type PageContext,
  type PageResponse,
  readCard,
  showProblem,
  withLinks,
} from './form.ts'
import { sumsTable } from './invoice.ts'
import { TEST_CARDS, TEST_CARDS_SCRIPT } from './testCardList.ts'

function summary(work: Work, session: Session): string {
  const price = priceOf(work, session)
  const reductions = couponsOf(work, session).map(({ amount_off, duration_in_months, id, name }) => {
    const duration = duration_in_months === null ? 'the first time' : `for ${duration_in_months} months`
    return { label: name ?? id, amount: `−${money(amount_off ?? 0, price.currency)} ${duration}` }
  })
  return sumsTable('Your order', [
    { label: productName(work, price), amount: priceText(price) },
    ...reductions,
    { label: 'Total due today', amount: money(session.amount_total ?? 0, price.currency) },
  ])
}

function methods({ payment_method_types: types }: Session, filled: Filled): string {
  const chosen = filled.method ?? types[0] ?? 'card'
  const choice = (type: string) =>
    `<label class="check"><input type="radio" name="method" value="${type}"${type === chosen ? ' checked' : ''}> ${type === 'klarna' ? 'Klarna' : 'Card'}</label>`
  const radios =
    types.length > 1
      ? types.map(choice).join('')
      : `<input type="hidden" name="method" value="${types[0] ?? 'card'}">`
  return `<fieldset><legend>Payment</legend>${radios}${types.includes('card') ? TEST_CARDS + cardFields(filled) : ''}
    ${countryField(filled.country)}</fieldset>`
}

function terms({ consent_collection, custom_text }: Session, filled: Filled): string {
  if (consent_collection?.terms_of_service !== 'required') return ''
  const text = custom_text.terms_of_service_acceptance?.message
  return `<label class="check"><input type="checkbox" name="terms" value="yes"${filled.terms ? ' checked' : ''}>
    <span>${withLinks(text ?? 'I agree to the terms of service')}</span></label>`
}

/** A URL with the session's id in its place. */
function returnUrl(url: string | null | undefined, { id }: Session): string {
  return (url ?? '/').replaceAll('{CHECKOUT_SESSION_ID}', id)
}

/** The page of a Checkout session, with an error of the last attempt. */
function checkoutPage(work: Work, session: Session, filled: Filled = {}, error?: string): Promise<Response> {
  const customer = work.store.get('customer', idOf(session.customer) ?? '')
  const email = customer?.email ?? session.customer_email ?? ''
  const isLocked = email !== ''
  const submit = session.custom_text.submit?.message
  const targets = [session.success_url, session.cancel_url].flatMap(
    (url) => URL.parse(url ?? '')?.origin ?? [],
  )
  const back = session.cancel_url
    ? `<p><a href="${escapeHtml(returnUrl(session.cancel_url, session))}">Back</a></p>`
    : ''
  return htmlPage({
    title: 'Subscribe (test)',
    narrow: true,
    script: TEST_CARDS_SCRIPT,
    formTargets: [...new Set(targets)],
    status: error ? 402 : 200,
    body: `${back}<h1>Subscribe</h1>
      <p class="soft">The local cloud in place of Stripe: no money moves, and only test cards are accepted.</p>
      ${alert(error)}${summary(work, session)}
      <form method="post" action="/c/pay/${session.id}">
      <fieldset><legend>Contact</legend>
      ${field('email', 'Email', isLocked ? email : (filled.email ?? ''), `type="email" autocomplete="email"${isLocked ? ' readonly' : ''}`)}</fieldset>
      ${methods(session, filled)}${terms(session, filled)}
      ${submit ? `<p>${withLinks(submit)}</p>` : ''}
      <p><button class="main" name="action" value="pay">Subscribe</button></p></form>`,
  })
}

/** Whether Klarna serves the buyers of a country, of those that Checkout lists (https://docs.stripe.com/payments/klarna). */
const isServedByKlarna = (country: string) => !['JP', 'MX'].includes(country)

/** The payer of a form, or what is wrong with it in a sentence. */
function readPayer(session: Session, email: string, filled: Filled): Payer | string {
  if (!isEmail(email)) return 'Your email is incomplete.'
  const type = session.payment_method_types.find((known) => known === filled.method)
  if (!type) return 'Choose how to pay.'
  const terms = filled.terms === 'yes'
  if (session.consent_collection?.terms_of_service === 'required' && !terms)
    return 'Agree to the terms to continue.'
  const { name = '', country = 'US' } = filled
  const payer = { email, name: name.trim(), country, terms, confirmed: false, delayed: false }
  if (type === 'klarna') {
    if (!isServedByKlarna(country)) return 'Klarna is not available in your country.'
    return { ...payer, method: { type } }
  }
  const card = readCard(filled)
  return typeof card === 'string' ? card : { ...payer, method: { type: 'card', ...card } }
}

function needsConfirmation({ method }: Payer): boolean {
  return method.type === 'klarna' || testCard(method.number)?.challenge !== undefined
}

/** The hosted Checkout, `/c/pay/:id`. */
export function checkoutPages({ store, work: begin, wake }: Account): Hono<CloudEnvironment> {
  const pages = new Hono<CloudEnvironment>()
  const pendingKey = ({ id }: Session) => `pending:${id}`

  /** Serves a session that can be paid, or else a page that says why not. */
  const withOpen = (c: PageContext, show: (session: Session) => PageResponse): PageResponse => {
    const session = store.get('checkout.session', c.req.param('id') ?? '')
    if (!session)
      return notice('Something went wrong', 'The page you were looking for could not be found.', 404)
    if (session.status === 'complete') {
      const link = { href: returnUrl(session.success_url, session), text: 'Continue' }
      return notice("You're all done here", 'You have already completed your purchase.', 200, link)
    }
    if (session.status === 'expired' || session.expires_at <= begin().now()) {
      const link = session.cancel_url
        ? { href: returnUrl(session.cancel_url, session), text: 'Back' }
        : undefined
      return notice('This page has expired', 'This checkout session has timed out. Start again.', 200, link)
    }
    return show(session)
  }

  const complete = (c: PageContext, session: Session, payer: Payer, filled: Filled): PageResponse => {
    try {
      const done = store.transaction(() => {
        store.set(pendingKey(session), '')
        return completeSession(begin(), session, payer)
      }, isCommitted)
      return c.redirect(returnUrl(done.success_url, done), 303)
    } catch (error) {
      return showProblem(error, (message) => checkoutPage(begin(), session, filled, message))
    } finally {
      wake()
    }
  }

  const pay = (c: PageContext, session: Session, filled: Filled): PageResponse => {
    const work = begin()
    const customer = store.get('customer', idOf(session.customer) ?? '')
    const email = customer?.email ?? session.customer_email ?? (filled.email ?? '').trim()
    const payer = readPayer(session, email, filled)
    if (typeof payer === 'string') return checkoutPage(work, session, filled, payer)
    if (!needsConfirmation(payer)) return complete(c, session, payer, filled)
    const confirm = `/c/pay/${session.id}/confirm`
    store.transaction(() => {
      const pending = requestConfirmation(work, session, payer, `${work.pages}${confirm}`)
      store.set(pendingKey(session), JSON.stringify(pending))
    })
    wake()
    return c.redirect(confirm, 303)
  }

  /** Serves a session with the payer who has to confirm. */
  const withPending = (c: PageContext, show: (session: Session, payer: Payer) => PageResponse) =>
    withOpen(c, (session) => {
      const pending = store.setting(pendingKey(session))
      return pending ? show(session, JSON.parse(pending)) : c.redirect(`/c/pay/${session.id}`, 303)
    })

  const confirm = (c: PageContext, session: Session, payer: Payer, answer: string | undefined) => {
    const { email, name, country, method } = payer
    const isKlarna = method.type === 'klarna'
    const before = { email, name, country, method: method.type, ...(payer.terms ? { terms: 'yes' } : {}) }
    const delayed = answer === 'later' && isKlarna
    if (answer === 'complete' || delayed)
      return complete(c, session, { ...payer, confirmed: true, delayed }, before)
    store.transaction(() => {
      store.set(pendingKey(session), '')
      failAttempt(begin(), session)
    })
    wake()
    const reason = isKlarna
      ? 'Klarna did not confirm the payment.'
      : 'We are unable to authenticate your payment method. Please choose a different payment method and try again.'
    return checkoutPage(begin(), session, before, reason)
  }

  pages.get('/c/pay/:id', async (c) => withOpen(c, (session) => checkoutPage(begin(), session)))
  pages.post(
    '/c/pay/:id',
    ownForm((c, filled) => withOpen(c, (session) => pay(c, session, filled))),
  )
  pages.get('/c/pay/:id/confirm', async (c) =>
    withPending(c, (session, { method }) => {
      const amount = money(session.amount_total ?? 0, session.currency ?? 'usd')
      const target = URL.parse(session.success_url ?? '')?.origin ?? "'self'"
      return challengePage(method.type === 'klarna' ? 'Klarna' : BANK, amount, [target])
    }),
  )
  pages.post(
    '/c/pay/:id/confirm',
    ownForm((c, filled) => withPending(c, (session, payer) => confirm(c, session, payer, filled.answer))),
  )
  return pages
}
