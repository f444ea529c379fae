import { Hono } from 'hono'
import type { CloudEnvironment } from '../../http/context.ts'
import { escapeHtml, htmlPage } from '../../http/html.ts'
import { completeSession, type Payer } from '../checkout/complete.ts'
import { getSessionPrice, listSessionCoupons, type Session } from '../checkout/session.ts'
import { formatMoney } from '../engine/currency.ts'
import { formatPrice, getProductName } from '../engine/lines.ts'
import type { Account, Operation } from '../operation.ts'
import {
  type FormFields,
  handleForm,
  type PageContext,
  type PageResponse,
  performAction,
  readCard,
  renderAlert,
  renderCardFields,
  renderField,
  renderLinks,
  renderTextPage,
} from './form.ts'
import { renderSums } from './invoice.ts'

function renderSummary(operation: Operation, session: Session): string {
  const price = getSessionPrice(operation, session)
  const reductions = listSessionCoupons(operation, session).map(
    ({ amount_off, duration_in_months, id, name }) => ({
      label: name ?? id,
      amount: `−${formatMoney(amount_off ?? 0, price.currency)} for ${duration_in_months} months`,
    }),
  )
  return renderSums('Your order', [
    { label: getProductName(operation, price), amount: formatPrice(price) },
    ...reductions,
    { label: 'Total due today', amount: formatMoney(session.amount_total ?? 0, price.currency) },
  ])
}

function renderMethods(formFields: FormFields): string {
  const renderRadio = (type: string, name: string) =>
    `<label class="check"><input type="radio" name="method" value="${type}"${type === (formFields.method ?? 'card') ? ' checked' : ''}> ${name}</label>`
  return `<fieldset><legend>Payment</legend>${renderRadio('card', 'Card')}${renderRadio('klarna', 'Klarna')}${renderCardFields(formFields)}</fieldset>`
}

function renderTerms({ consent_collection, custom_text }: Session, formFields: FormFields): string {
  if (consent_collection?.terms_of_service !== 'required') return ''
  const text = custom_text.terms_of_service_acceptance?.message
  return `<label class="check"><input type="checkbox" name="terms" value="yes"${formFields.terms ? ' checked' : ''}>
    <span>${renderLinks(text ?? 'I agree to the terms of service')}</span></label>`
}

const renderCustomFields = ({ custom_fields }: Session, formFields: FormFields): string =>
  custom_fields
    .map(({ key, label, optional, text }) => {
      const attributes = `maxlength="${text?.maximum_length ?? 255}"${optional ? '' : ' required'}`
      return renderField(key, label.custom ?? key, formFields[key] ?? '', attributes)
    })
    .join('')

/** Inserts the session's id into a return URL, in place of `{CHECKOUT_SESSION_ID}`. Returns `/` if there is no URL. */
function createReturnUrl(url: string | null | undefined, { id }: Session): string {
  return (url ?? '/').replaceAll('{CHECKOUT_SESSION_ID}', id)
}

function renderCheckout(
  operation: Operation,
  session: Session,
  formFields: FormFields = {},
  error?: string,
): Promise<Response> {
  const email = operation.store.get('customer', session.customer)?.email ?? ''
  const submitMessage = session.custom_text.submit?.message
  const returnOrigins = [session.success_url, session.cancel_url].flatMap(
    (url) => URL.parse(url ?? '')?.origin ?? [],
  )
  const backLink = session.cancel_url
    ? `<p><a href="${escapeHtml(createReturnUrl(session.cancel_url, session))}">Back</a></p>`
    : ''
  return htmlPage({
    title: 'Subscribe (test)',
    isNarrow: true,
    formTargets: [...new Set(returnOrigins)],
    status: error ? 402 : 200,
    body: `${backLink}<h1>Subscribe</h1>
      <p class="soft">The local cloud replaces Stripe here: no money moves, and only test cards such as 4242 4242 4242 4242 are accepted.</p>
      ${renderAlert(error)}${renderSummary(operation, session)}
      <form method="post" action="/c/pay/${session.id}">
      <fieldset><legend>Contact</legend>
      ${renderField('email', 'Email', email, 'type="email" autocomplete="email" readonly')}
      ${session.phone_number_collection?.enabled ? renderField('phone', 'Phone', formFields.phone ?? '', 'type="tel" autocomplete="tel"') : ''}
      ${renderCustomFields(session, formFields)}</fieldset>
      ${renderMethods(formFields)}${renderTerms(session, formFields)}
      ${submitMessage ? `<p>${renderLinks(submitMessage)}</p>` : ''}
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
      <form method="post"><p><button class="main" name="decision" value="complete">Complete</button>
      <button name="decision" value="fail">Fail</button> <button name="decision" value="later">Decide later</button></p></form>`,
  })
}

/** Reads the payer from a form. Returns an error message when the form is incomplete or invalid. */
function readPayer(session: Session, formFields: FormFields): Payer | string {
  const hasAgreed = formFields.terms === 'yes'
  if (session.consent_collection?.terms_of_service === 'required' && !hasAgreed)
    return 'Agree to the terms to continue.'
  const phone = session.phone_number_collection?.enabled ? formFields.phone?.trim() || null : null
  const customFields = session.custom_fields.map((field) => ({
    ...field,
    ...(field.text ? { text: { ...field.text, value: formFields[field.key]?.trim() || null } } : {}),
  }))
  const payer = { name: formFields.name?.trim() ?? '', phone, customFields, hasAgreed }
  if (formFields.method === 'klarna') return { ...payer, method: { type: 'klarna' } }
  const card = readCard(formFields)
  return typeof card === 'string' ? card : { ...payer, method: { type: 'card', ...card } }
}

/**
 * Finds the URL to which the setting “Limit customers to 1 subscription” redirects a session's customer; undefined
 * without the setting, or without a subscription. https://docs.stripe.com/payments/checkout/limit-subscriptions
 */
function findMemberUrl({ store }: Operation, session: Session): string | undefined {
  const limiting: string[] = ['active', 'past_due', 'unpaid', 'paused']
  const isLimited = store
    .list('subscription', session.customer)
    .some(({ status }) => limiting.includes(status))
  const url = isLimited ? store.getSetting('member_url') : undefined
  return url ? createReturnUrl(url, session) : undefined
}

/** Creates the pages of the hosted Checkout, `/c/pay/:id`. */
export function createCheckoutPages(account: Account): Hono<CloudEnvironment> {
  const { store, startOperation } = account
  const pages = new Hono<CloudEnvironment>()
  const getPendingFormSettingName = ({ id }: Session) => `pending:${id}`

  /** Calls `respond` for a session that can be paid. For any other session, renders a page with the reason. */
  const withOpenSession = (c: PageContext, respond: (session: Session) => PageResponse): PageResponse => {
    const session = store.get('checkout.session', c.req.param('id') ?? '')
    if (!session)
      return renderTextPage('Something went wrong', 'The page you were looking for could not be found.', 404)
    if (session.status === 'complete') {
      const link = { href: createReturnUrl(session.success_url, session), text: 'Continue' }
      return renderTextPage("You're all done here", 'You have already completed your purchase.', 200, link)
    }
    if (session.status === 'expired' || session.expires_at <= startOperation().now()) {
      const link = session.cancel_url
        ? { href: createReturnUrl(session.cancel_url, session), text: 'Back' }
        : undefined
      return renderTextPage(
        'This page has expired',
        'This checkout session has timed out. Start again.',
        200,
        link,
      )
    }
    return respond(session)
  }

  const complete = (
    c: PageContext,
    session: Session,
    formFields: FormFields,
    { isDelayed }: { isDelayed: boolean },
  ): PageResponse => {
    const payer = readPayer(session, formFields)
    if (typeof payer === 'string') return renderCheckout(startOperation(), session, formFields, payer)
    const completeAndRedirect = () => {
      const completed = completeSession(startOperation(), session, payer, { isDelayed })
      return c.redirect(createReturnUrl(completed.success_url, completed), 303)
    }
    return performAction(account, completeAndRedirect, (message) =>
      renderCheckout(startOperation(), session, formFields, message),
    )
  }

  const handlePayment = (c: PageContext, session: Session, formFields: FormFields): PageResponse => {
    const payer = readPayer(session, formFields)
    if (typeof payer === 'string' || payer.method.type === 'card')
      return complete(c, session, formFields, { isDelayed: false })
    store.setSetting(getPendingFormSettingName(session), JSON.stringify(formFields))
    return c.redirect(`/c/pay/${session.id}/confirm`, 303)
  }

  /**
   * Calls `respond` for an open session whose payer has submitted the form but not decided on Klarna's page. Redirects
   * any other open session to its payment page.
   */
  const withPendingForm = (
    c: PageContext,
    respond: (session: Session, pendingForm: FormFields) => PageResponse,
  ) =>
    withOpenSession(c, (session) => {
      const pendingForm = store.getSetting(getPendingFormSettingName(session))
      return pendingForm ? respond(session, JSON.parse(pendingForm)) : c.redirect(`/c/pay/${session.id}`, 303)
    })

  const applyKlarnaDecision = (
    c: PageContext,
    session: Session,
    pendingForm: FormFields,
    { decision }: FormFields,
  ): PageResponse => {
    store.setSetting(getPendingFormSettingName(session), '')
    if (decision === 'complete' || decision === 'later')
      return complete(c, session, pendingForm, { isDelayed: decision === 'later' })
    return renderCheckout(startOperation(), session, pendingForm, 'Klarna did not confirm the payment.')
  }

  pages.get('/c/pay/:id', async (c) =>
    withOpenSession(c, (session) => {
      const memberUrl = findMemberUrl(startOperation(), session)
      return memberUrl ? c.redirect(memberUrl, 303) : renderCheckout(startOperation(), session)
    }),
  )
  pages.post(
    '/c/pay/:id',
    handleForm((c, formFields) => withOpenSession(c, (session) => handlePayment(c, session, formFields))),
  )
  pages.get('/c/pay/:id/confirm', async (c) => withPendingForm(c, renderKlarna))
  pages.post(
    '/c/pay/:id/confirm',
    handleForm((c, formFields) =>
      withPendingForm(c, (session, pendingForm) => applyKlarnaDecision(c, session, pendingForm, formFields)),
    ),
  )
  return pages
}
