import type { Context } from 'hono'
import type { CloudEnvironment } from '../../http/context.ts'
import { type Filled, filledIn } from '../../http/forms.ts'
import { escapeHtml, htmlPage } from '../../http/html.ts'

export type { Filled } from '../../http/forms.ts'

/** A form that was sent from this port's own pages; undefined when it came from anywhere else. */
export async function ownForm(c: Context<CloudEnvironment>): Promise<Filled | undefined> {
  const own = `http://${c.req.header('host') ?? ''}`
  return c.req.header('origin') === own ? filledIn(c) : undefined
}

/** The answer to a form of another origin. */
export function foreignForm(): Promise<Response> {
  return notice('Refused', 'This form was not sent from this page.', 403)
}

/** A page that only says something. */
export function notice(
  title: string,
  text: string,
  status = 200,
  link?: { href: string; text: string },
): Promise<Response> {
  const way = link ? `<p><a href="${escapeHtml(link.href)}">${escapeHtml(link.text)}</a></p>` : ''
  return htmlPage({
    title,
    status,
    narrow: true,
    body: `<h1>${escapeHtml(title)}</h1><p>${escapeHtml(text)}</p>${way}`,
  })
}

/** A labelled field. `attributes` are trusted HTML. */
export function field(name: string, label: string, value: string, attributes: string): string {
  return `<label>${escapeHtml(label)} <input name="${name}" value="${escapeHtml(value)}" ${attributes}></label>`
}

/** What went wrong, which gets the focus. */
export function alert(message: string | undefined): string {
  return message ? `<p role="alert" class="bad" tabindex="-1" autofocus>${escapeHtml(message)}</p>` : ''
}

/** Text in which `[words](address)` is a link, as custom texts of Checkout have it. */
export function withLinks(text: string): string {
  return escapeHtml(text).replace(
    /\[([^\]]+)\]\((https?:\/\/[^\s)]+)\)/g,
    (_whole, words: string, href: string) => `<a href="${href}" target="_blank" rel="noopener">${words}</a>`,
  )
}

const CODES =
  'US CA GB AU AT BE BR BG HR CY CZ DK EE FI FR DE GR HK HU IN IE IT JP LV LT LU MT MX NL NZ NO PL PT RO SG SK SI ES SE CH TH AE'
const NAMES = new Intl.DisplayNames(['en'], { type: 'region' })

/** The countries of a select. */
export function countryOptions(chosen: string): string {
  return CODES.split(' ')
    .map(
      (code) =>
        `<option value="${code}"${code === chosen ? ' selected' : ''}>${escapeHtml(NAMES.of(code) ?? code)}</option>`,
    )
    .join('')
}

const KLARNA = new Set('US GB AT BE DK FI FR DE IE IT NL NO PL PT ES SE CH AU NZ CA'.split(' '))

/** Whether Klarna takes buyers of a country (https://docs.stripe.com/payments/klarna). */
export function klarnaServes(country: string): boolean {
  return KLARNA.has(country)
}

/** Month and year of `12 / 34`, which Stripe's field also makes of `1234`; undefined when they are none. */
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

/** Reads the fields of a card. Returns a sentence when one is wrong. */
export function readCard(filled: Filled): { number: string; exp_month: number; exp_year: number } | string {
  if (!/^[\d\s]{12,23}$/.test(filled.number ?? '')) return 'Your card number is incomplete.'
  const expiry = expiryOf(filled.expiry ?? '')
  if (!expiry) return "Your card's expiration date is incomplete."
  const now = new Date()
  if (expiry.exp_year * 12 + expiry.exp_month < now.getFullYear() * 12 + now.getMonth() + 1) {
    return "Your card's expiration date is in the past."
  }
  if (!/^\d{3,4}$/.test((filled.cvc ?? '').trim())) return "Your card's security code is incomplete."
  return { number: filled.number ?? '', ...expiry }
}
