import { escapeHtml, htmlPage } from '../../http/html.ts'
import { couponsOf, detailsOf, purchases, reductionTime, type Session } from '../checkout/session.ts'
import { money } from '../engine/currency.ts'
import type { Coupon } from '../engine/discounts.ts'
import { StripeProblem } from '../errors.ts'
import { idOf } from '../types.ts'
import type { Work } from '../work.ts'
import { alert, cardFields, countryOptions, type Filled, field, withLinks } from './form.ts'
import { TEST_CARDS, TEST_CARDS_SCRIPT } from './testCardList.ts'

function row(label: string, value: string): string {
  return `<tr><th scope="row">${escapeHtml(label)}</th><td>${escapeHtml(value)}</td></tr>`
}

/** The discounts of a session; one that cannot be redeemed any more says so when somebody pays. */
function redeemable(work: Work, session: Session): Coupon[] {
  try {
    return couponsOf(work, session)
  } catch (error) {
    if (error instanceof StripeProblem) return []
    throw error
  }
}

function summary(work: Work, session: Session): string {
  const currency = session.currency ?? 'usd'
  const lines = purchases(work, detailsOf(work, session.id)).map(({ price, quantity }) => {
    const product = work.store.get('product', idOf(price.product) ?? '')
    const every = price.recurring ? ` / ${price.recurring.interval}` : ''
    const times = quantity > 1 ? `${quantity} × ` : ''
    return row(product?.name ?? 'Product', `${times}${money(price.unit_amount ?? 0, currency)}${every}`)
  })
  const reductions = redeemable(work, session).map((coupon) => {
    const { amount_off, percent_off, id, name } = coupon
    const off = amount_off === null ? `${percent_off} %` : money(amount_off, currency)
    return row(name ?? id, `−${off} ${reductionTime(work, coupon)}`)
  })
  return `<table class="sums" aria-label="Your order"><tbody>${lines.join('')}${reductions.join('')}
    ${row('Total due today', money(session.amount_total ?? 0, currency))}</tbody></table>`
}

function methods(session: Session, filled: Filled): string {
  const types = session.payment_method_types
  const chosen = filled.method ?? types[0] ?? 'card'
  const names: Record<string, string> = { card: 'Card', klarna: 'Klarna' }
  const choice = (type: string) =>
    `<label class="check"><input type="radio" name="method" value="${type}"${type === chosen ? ' checked' : ''}> ${names[type] ?? type}</label>`
  const radios =
    types.length > 1
      ? types.map(choice).join('')
      : `<input type="hidden" name="method" value="${types[0] ?? 'card'}">`
  return `<fieldset><legend>Payment</legend>${radios}${types.includes('card') ? TEST_CARDS + cardFields(filled) : ''}
    <label>Country or region <select name="country" autocomplete="country">${countryOptions(filled.country ?? 'US')}</select></label></fieldset>`
}

function terms(session: Session, filled: Filled): string {
  if (session.consent_collection?.terms_of_service !== 'required') return ''
  const own = session.custom_text.terms_of_service_acceptance?.message
  return `<label class="check"><input type="checkbox" name="terms" value="yes"${filled.terms ? ' checked' : ''}>
    <span>${withLinks(own ?? 'I agree to the terms of service')}</span></label>`
}

/** The page on which somebody pays. */
export function checkoutPage(
  work: Work,
  session: Session,
  filled: Filled = {},
  error?: string,
): Promise<Response> {
  const customer = work.store.get('customer', idOf(session.customer) ?? '')
  const email = customer?.email ?? session.customer_email ?? ''
  const locked = email !== ''
  const verb = session.mode === 'subscription' ? 'Subscribe' : 'Pay'
  const said = session.custom_text.submit?.message
  const after = session.custom_text.after_submit?.message
  const targets = [session.success_url, session.cancel_url].flatMap(
    (url) => (url ? URL.parse(url)?.origin : undefined) ?? [],
  )
  const back = session.cancel_url
    ? `<p><a href="${escapeHtml(backUrl(session.cancel_url, session))}">Back</a></p>`
    : ''
  return htmlPage({
    title: `${verb} (test)`,
    narrow: true,
    script: TEST_CARDS_SCRIPT,
    formTargets: [...new Set(targets)],
    status: error ? 402 : 200,
    body: `${back}<h1>${verb}</h1>
      <p class="soft">The local cloud in place of Stripe: no money moves, and only test cards are taken.</p>
      ${alert(error)}${summary(work, session)}
      <form method="post" action="/c/pay/${session.id}">
      <fieldset><legend>Contact</legend>
      ${field('email', 'Email', locked ? email : (filled.email ?? ''), `type="email" autocomplete="email"${locked ? ' readonly' : ''}`)}</fieldset>
      ${methods(session, filled)}${terms(session, filled)}
      ${said ? `<p>${withLinks(said)}</p>` : ''}
      <p><button class="main" name="action" value="pay">${verb}</button></p>${after ? `<p class="soft">${withLinks(after)}</p>` : ''}</form>`,
  })
}

/** An address with the session's id in its place. */
export function backUrl(url: string, session: Session): string {
  return url.replaceAll('{CHECKOUT_SESSION_ID}', session.id)
}

/** The page on which a bank or Klarna asks whether it really is meant. */
export function challengePage(options: {
  asker: string
  amount: string
  targets: string[]
}): Promise<Response> {
  const { asker, amount, targets } = options
  return htmlPage({
    title: `${asker}: confirm the payment`,
    narrow: true,
    formTargets: targets,
    body: `<h1>${escapeHtml(asker)}</h1>
      <p>Confirm the payment of ${escapeHtml(amount)}. This page stands in for the one that ${escapeHtml(asker === 'Klarna' ? 'Klarna' : 'the bank')} would show.</p>
      <form method="post"><p><button class="main" name="answer" value="complete">Complete</button>
      <button name="answer" value="fail">Fail</button>${asker === 'Klarna' ? ' <button name="answer" value="later">Decide later</button>' : ''}</p></form>`,
  })
}
