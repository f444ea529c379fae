import type { Filled } from '../../http/forms.ts'
import { escapeHtml, htmlPage } from '../../http/html.ts'
import { couponsOf, priceOf, type Session } from '../checkout/session.ts'
import { money } from '../engine/currency.ts'
import type { Coupon } from '../engine/discounts.ts'
import { priceText, productName } from '../engine/lines.ts'
import { idOf } from '../types.ts'
import type { Work } from '../work.ts'
import { alert, cardFields, countryField, field, withLinks } from './form.ts'
import { sumsTable } from './receipt.ts'
import { TEST_CARDS, TEST_CARDS_SCRIPT } from './testCardList.ts'

function durationOf({ duration, duration_in_months }: Coupon): string {
  if (duration === 'forever') return 'each time'
  return duration === 'once' ? 'the first time' : `for ${duration_in_months} months`
}

function summary(work: Work, session: Session): string {
  const price = priceOf(work, session)
  const reductions = couponsOf(work, session).map((coupon) => {
    const { amount_off, percent_off, id, name } = coupon
    const off = amount_off === null ? `${percent_off} %` : money(amount_off, price.currency)
    return { label: name ?? id, amount: `−${off} ${durationOf(coupon)}` }
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
export function returnUrl(url: string | null | undefined, { id }: Session): string {
  return (url ?? '/').replaceAll('{CHECKOUT_SESSION_ID}', id)
}

/** The page of a Checkout session, with an error of the last attempt. */
export function checkoutPage(
  work: Work,
  session: Session,
  filled: Filled = {},
  error?: string,
): Promise<Response> {
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
