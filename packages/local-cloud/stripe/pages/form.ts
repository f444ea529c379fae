import type { Context } from 'hono'
import type { CloudEnvironment } from '../../http/context.ts'
import { type Filled, filledIn } from '../../http/forms.ts'
import { escapeHtml, htmlPage } from '../../http/html.ts'
import type { Card } from '../engine/paymentMethods.ts'
import { StripeProblem } from '../errors.ts'

export type PageContext = Context<CloudEnvironment>
export type PageResponse = Response | Promise<Response>

/** Serves a form of this port's own pages, and refuses forms of other origins. */
export function ownForm(handle: (c: PageContext, filled: Filled) => PageResponse) {
  return async (c: PageContext): Promise<Response> => {
    const isOwn = c.req.header('origin') === `http://${c.req.header('host') ?? ''}`
    return isOwn ? handle(c, await filledIn(c)) : notice('Refused', 'This form has another origin.', 403)
  }
}

/** Whether an error leaves its transaction committed. */
export const isCommitted = (error: unknown) => error instanceof StripeProblem && error.details.keep === true

/** Serves an error of Stripe with `show`, and throws any other. */
export function showProblem(error: unknown, show: (message: string) => PageResponse): PageResponse {
  if (error instanceof StripeProblem) return show(error.message)
  throw error
}

/** A page of one sentence. */
export function notice(
  title: string,
  text: string,
  status = 200,
  link?: { href: string; text: string },
): Promise<Response> {
  const way = link ? `<p><a href="${escapeHtml(link.href)}">${escapeHtml(link.text)}</a></p>` : ''
  const body = `<h1>${escapeHtml(title)}</h1><p>${escapeHtml(text)}</p>${way}`
  return htmlPage({ title, status, narrow: true, body })
}

/** A labelled field. `attributes` are trusted HTML. */
export function field(name: string, label: string, value: string, attributes: string): string {
  return `<label>${escapeHtml(label)} <input name="${name}" value="${escapeHtml(value)}" ${attributes}></label>`
}

/** An error, with the focus. */
export function alert(message: string | undefined): string {
  return message ? `<p role="alert" class="bad" tabindex="-1" autofocus>${escapeHtml(message)}</p>` : ''
}

/** Text with the links `[text](URL)` of Checkout's custom texts. */
export function withLinks(text: string): string {
  return escapeHtml(text).replace(
    /\[([^\]]+)\]\((https?:\/\/[^\s)]+)\)/g,
    (_whole, words: string, href: string) => `<a href="${href}" target="_blank" rel="noopener">${words}</a>`,
  )
}

const COUNTRIES = ['US', 'CA', 'GB', 'AU', 'DE', 'FR', 'JP', 'MX']
const NAMES = new Intl.DisplayNames(['en'], { type: 'region' })

/** The choice of a country. */
export function countryField(chosen = 'US'): string {
  const options = COUNTRIES.map(
    (code) =>
      `<option value="${code}"${code === chosen ? ' selected' : ''}>${escapeHtml(NAMES.of(code) ?? code)}</option>`,
  )
  return `<label>Country or region <select name="country" autocomplete="country">${options.join('')}</select></label>`
}

/** The month and year of `12 / 34` or `1234`; undefined for another text. */
export function expiryOf(text: string): { exp_month: number; exp_year: number } | undefined {
  const match = /^\s*(\d{1,2}?)\s*\/?\s*(\d{2}|\d{4})\s*$/.exec(text)
  const month = Number(match?.[1])
  if (!match || month < 1 || month > 12) return undefined
  const year = Number(match[2])
  return { exp_month: month, exp_year: year < 100 ? 2000 + year : year }
}

/** The fields of a card. */
export function cardFields(filled: Filled): string {
  return `${field('name', 'Name on card', filled.name ?? '', 'autocomplete="cc-name"')}
    ${field('number', 'Card number', '', 'inputmode="numeric" autocomplete="cc-number" placeholder="4242 4242 4242 4242"')}
    ${field('expiry', 'Expiration (MM / YY)', filled.expiry ?? '', 'autocomplete="cc-exp" placeholder="12 / 34"')}
    ${field('cvc', 'CVC', '', 'inputmode="numeric" autocomplete="cc-csc" placeholder="123"')}`
}

/** The card of a form, or what is wrong with it in a sentence. */
export function readCard(filled: Filled): Card | string {
  if (!/^[\d\s]{12,23}$/.test(filled.number ?? '')) return 'Your card number is incomplete.'
  const expiry = expiryOf(filled.expiry ?? '')
  if (!expiry) return "Your card's expiration date is incomplete."
  const now = new Date()
  if (expiry.exp_year * 12 + expiry.exp_month < now.getFullYear() * 12 + now.getMonth() + 1)
    return "Your card's expiration date is in the past."
  if (!/^\d{3,4}$/.test((filled.cvc ?? '').trim())) return "Your card's security code is incomplete."
  return { number: filled.number ?? '', ...expiry }
}

/** The page on which a bank or Klarna asks for confirmation. `targets` are the origins that it may redirect to. */
export function challengePage(asker: string, amount: string, targets: string[] = []): Promise<Response> {
  const isKlarna = asker === 'Klarna'
  return htmlPage({
    title: `${asker}: confirm the payment`,
    narrow: true,
    formTargets: targets,
    body: `<h1>${escapeHtml(asker)}</h1>
      <p>Confirm the payment of ${escapeHtml(amount)}. The local cloud shows this page in place of ${isKlarna ? 'Klarna' : 'the bank'}.</p>
      <form method="post"><p><button class="main" name="answer" value="complete">Complete</button>
      <button name="answer" value="fail">Fail</button>${isKlarna ? ' <button name="answer" value="later">Decide later</button>' : ''}</p></form>`,
  })
}

export const BANK = '3D Secure 2 test page'
