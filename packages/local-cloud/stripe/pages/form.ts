import type { Context } from 'hono'
import type { CloudEnvironment } from '../../http/context.ts'
import { type FormFields, readFormFields } from '../../http/forms.ts'
import { escapeHtml, htmlPage } from '../../http/html.ts'
import type { Card } from '../engine/paymentMethods.ts'
import { isCommitted, StripeProblem } from '../errors.ts'
import type { Account } from '../work.ts'

export type PageContext = Context<CloudEnvironment>
export type PageResponse = Response | Promise<Response>

/** Serves a form of this port's own pages, and refuses forms of other origins. */
export function handleForm(handle: (c: PageContext, filled: FormFields) => PageResponse) {
  return async (c: PageContext): Promise<Response> => {
    const isOwn = c.req.header('origin') === `http://${c.req.header('host') ?? ''}`
    return isOwn
      ? handle(c, await readFormFields(c))
      : renderNotice('Refused', 'This form has another origin.', 403)
  }
}

/** Performs an action of a form in a transaction. An error of Stripe is shown with `show`. */
export function performAction(
  { store, wake }: Account,
  act: () => Response,
  show: (message: string) => PageResponse,
): PageResponse {
  try {
    return store.transaction(act, isCommitted)
  } catch (error) {
    if (error instanceof StripeProblem) return show(error.message)
    throw error
  } finally {
    wake()
  }
}

/** A page with one sentence. */
export function renderNotice(
  title: string,
  text: string,
  status = 200,
  link?: { href: string; text: string },
): Promise<Response> {
  const action = link ? `<p><a href="${escapeHtml(link.href)}">${escapeHtml(link.text)}</a></p>` : ''
  const body = `<h1>${escapeHtml(title)}</h1><p>${escapeHtml(text)}</p>${action}`
  return htmlPage({ title, status, isNarrow: true, body })
}

/** A labelled field. `attributes` are trusted HTML. */
export function renderField(name: string, label: string, value: string, attributes: string): string {
  return `<label>${escapeHtml(label)} <input name="${name}" value="${escapeHtml(value)}" ${attributes}></label>`
}

/** An error, with the focus. */
export function renderAlert(message: string | undefined): string {
  return message ? `<p role="alert" class="bad" tabindex="-1" autofocus>${escapeHtml(message)}</p>` : ''
}

/** Text with the links `[text](URL)` of Checkout's custom texts. */
export function renderLinks(text: string): string {
  return escapeHtml(text).replace(
    /\[([^\]]+)\]\((https?:\/\/[^\s)]+)\)/g,
    (_whole, words: string, href: string) => `<a href="${href}" target="_blank" rel="noopener">${words}</a>`,
  )
}

/** The month and year of `12 / 34` or `1234`; undefined for another text. */
export function parseExpiry(text: string): { exp_month: number; exp_year: number } | undefined {
  const match = /^\s*(\d{1,2}?)\s*\/?\s*(\d{2}|\d{4})\s*$/.exec(text)
  const month = Number(match?.[1])
  if (!match || month < 1 || month > 12) return undefined
  const year = Number(match[2])
  return { exp_month: month, exp_year: year < 100 ? 2000 + year : year }
}

/** The fields of a card. */
export function renderCardFields(filled: FormFields): string {
  return `${renderField('name', 'Name on card', filled.name ?? '', 'autocomplete="cc-name"')}
    ${renderField('number', 'Card number', '', 'inputmode="numeric" autocomplete="cc-number" placeholder="4242 4242 4242 4242"')}
    ${renderField('expiry', 'Expiration (MM / YY)', filled.expiry ?? '', 'autocomplete="cc-exp" placeholder="12 / 34"')}
    ${renderField('cvc', 'CVC', '', 'inputmode="numeric" autocomplete="cc-csc" placeholder="123"')}`
}

/** A form for a card. `action` is trusted. */
export function renderCardForm(action: string, filled: FormFields, submit: string): string {
  return `<form method="post" action="${action}"><fieldset><legend>Card</legend>${renderCardFields(filled)}</fieldset>
    <p><button class="main">${escapeHtml(submit)}</button></p></form>`
}

/** The card of a form, or an error message. */
export function readCard(filled: FormFields): Card | string {
  if (!/^[\d\s]{12,23}$/.test(filled.number ?? '')) return 'Your card number is incomplete.'
  const expiry = parseExpiry(filled.expiry ?? '')
  if (!expiry) return "Your card's expiration date is incomplete."
  const now = new Date()
  if (expiry.exp_year * 12 + expiry.exp_month < now.getFullYear() * 12 + now.getMonth() + 1)
    return "Your card's expiration date is in the past."
  if (!/^\d{3,4}$/.test((filled.cvc ?? '').trim())) return "Your card's security code is incomplete."
  return { number: filled.number ?? '', ...expiry }
}
