import type { Context } from 'hono'
import type { CloudEnvironment } from '../../http/context.ts'
import { escapeHtml, htmlPage } from '../../http/html.ts'
import type { Card } from '../engine/paymentMethods.ts'
import { StripeApiError, shouldCommit } from '../errors.ts'
import type { Account } from '../operation.ts'

export type PageContext = Context<CloudEnvironment>
export type PageResponse = Response | Promise<Response>
/** The text fields of a submitted form. */
export type FormFields = Record<string, string>

/** Creates a handler for submitted forms. It responds with 403 to a form from a different origin. */
export function handleForm(handle: (c: PageContext, formFields: FormFields) => PageResponse) {
  return async (c: PageContext): Promise<Response> => {
    const isSameOrigin = c.req.header('origin') === `http://${c.req.header('host') ?? ''}`
    if (!isSameOrigin)
      return renderTextPage('Refused', 'This form was submitted from a different origin.', 403)
    const fields = Object.entries(await c.req.parseBody())
    const isText = (entry: [string, unknown]): entry is [string, string] => typeof entry[1] === 'string'
    return handle(c, Object.fromEntries(fields.filter(isText)))
  }
}

/** Runs an action in a transaction, then sends pending webhooks. `renderError` renders a StripeApiError's message. */
export function performAction(
  { store, sendPending }: Account,
  perform: () => Response,
  renderError: (message: string) => PageResponse,
): PageResponse {
  try {
    return store.transaction(perform, shouldCommit)
  } catch (error) {
    if (error instanceof StripeApiError) return renderError(error.message)
    throw error
  } finally {
    sendPending()
  }
}

/** Renders a page with one message. */
export function renderTextPage(
  title: string,
  text: string,
  status = 200,
  link?: { href: string; text: string },
): Promise<Response> {
  const linkHtml = link ? `<p><a href="${escapeHtml(link.href)}">${escapeHtml(link.text)}</a></p>` : ''
  const body = `<h1>${escapeHtml(title)}</h1><p>${escapeHtml(text)}</p>${linkHtml}`
  return htmlPage({ title, status, isNarrow: true, body })
}

/** Renders a labeled field. `attributes` are trusted HTML. */
export function renderField(name: string, label: string, value: string, attributes: string): string {
  return `<label>${escapeHtml(label)} <input name="${name}" value="${escapeHtml(value)}" ${attributes}></label>`
}

/** Renders an error message, which receives focus. */
export function renderAlert(message: string | undefined): string {
  return message ? `<p role="alert" class="bad" tabindex="-1" autofocus>${escapeHtml(message)}</p>` : ''
}

/** Escapes custom text on a Checkout page, and renders its links `[text](URL)`. */
export function renderLinks(text: string): string {
  return escapeHtml(text).replace(
    /\[([^\]]+)\]\((https?:\/\/[^\s)]+)\)/g,
    (_match, linkText: string, href: string) =>
      `<a href="${href}" target="_blank" rel="noopener">${linkText}</a>`,
  )
}

/** Parses an expiration date such as `12 / 34` or `1234`. Returns undefined for an invalid one. */
export function parseExpiry(text: string): { exp_month: number; exp_year: number } | undefined {
  const match = /^\s*(\d{1,2}?)\s*\/?\s*(\d{2}|\d{4})\s*$/.exec(text)
  const month = Number(match?.[1])
  if (!match || month < 1 || month > 12) return undefined
  const year = Number(match[2])
  return { exp_month: month, exp_year: year < 100 ? 2000 + year : year }
}

export function renderCardFields(formFields: FormFields): string {
  return `${renderField('name', 'Name on card', formFields.name ?? '', 'autocomplete="cc-name"')}
    ${renderField('number', 'Card number', '', 'inputmode="numeric" autocomplete="cc-number" placeholder="4242 4242 4242 4242"')}
    ${renderField('expiry', 'Expiration (MM / YY)', formFields.expiry ?? '', 'autocomplete="cc-exp" placeholder="12 / 34"')}
    ${renderField('cvc', 'CVC', '', 'inputmode="numeric" autocomplete="cc-csc" placeholder="123"')}`
}

/** Renders a card form. `action` is a trusted URL. */
export function renderCardForm(action: string, formFields: FormFields, submitText: string): string {
  return `<form method="post" action="${action}"><fieldset><legend>Card</legend>${renderCardFields(formFields)}</fieldset>
    <p><button class="main">${escapeHtml(submitText)}</button></p></form>`
}

/** Reads the card from a form. Returns an error message when the card is invalid. */
export function readCard(formFields: FormFields): Card | string {
  if (!/^[\d\s]{12,23}$/.test(formFields.number ?? '')) return 'Your card number is incomplete.'
  const expiry = parseExpiry(formFields.expiry ?? '')
  if (!expiry) return "Your card's expiration date is incomplete."
  const now = new Date()
  if (expiry.exp_year * 12 + expiry.exp_month < now.getFullYear() * 12 + now.getMonth() + 1)
    return "Your card's expiration date is in the past."
  if (!/^\d{3,4}$/.test((formFields.cvc ?? '').trim())) return "Your card's security code is incomplete."
  return { number: formFields.number ?? '', ...expiry }
}
