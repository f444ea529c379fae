import { fillTemplate, formatMoney } from '@/lib/content/format'
import type { Mail } from '@/lib/mail'
import { pages } from '@/lib/pages'
import { composeMail, createTextReader, formatDay, getMembershipUrl } from './compose'
import type { MailTexts } from './mailTexts'

/** The data of a purchase in emails. */
export type Purchase = {
  /** The membership's name; the site's name when empty. */
  name: string
  date: Date
  /** The charged amount. Cents of `currency`. */
  amount: number
  currency: string
  /** The terms as Checkout showed them. */
  terms: string
  /** The next charge; undefined without one. */
  next: { amount: number; date: Date } | undefined
}

/** Composes a confirmation for a guest, with `signInPage`, or for a member. The terms are below the button. */
function composeConfirmation(
  texts: MailTexts,
  { to, url, signInPage }: { to: string; url: string; signInPage?: string },
  { name, date, amount, currency, terms, next }: Purchase,
): Mail {
  const read = createTextReader('purchases', texts.purchases, {
    name: name || texts.settings?.siteName,
    date: formatDay(date),
    amount: formatMoney(amount, currency),
    nextDate: next && formatDay(next.date),
    nextAmount: formatMoney(next?.amount, currency),
    page: signInPage,
  })
  const prefix = signInPage ? 'guest' : 'member'
  // In spite of their names, `guestHeading` and `guestNext` are texts of both emails.
  return composeMail(texts, {
    to,
    subject: read(`${prefix}Subject`),
    heading: read('guestHeading'),
    paragraphs: [read(`${prefix}Text`), ...(signInPage ? [read('guestOpen')] : [])],
    link: { label: read(`${prefix}Link`), url },
    details: [
      // Older content lacks the text around the terms.
      ...(terms ? [fillTemplate(texts.purchases?.terms, { terms }) || terms] : []),
      ...(next ? [read('guestNext')] : []),
      read(`${prefix}Cancel`),
    ],
  })
}

/**
 * Composes a guest's confirmation: the purchase, its price and dates, how to open and cancel it, and the contact.
 *
 * @param link - signs in, and thereby attaches the purchase to an account
 * @throws TextMissing for a missing text
 */
export function composeGuestPurchase(
  texts: MailTexts,
  { to, link, siteOrigin }: { to: string; link: string; siteOrigin: string },
  purchase: Purchase,
): Mail {
  return composeConfirmation(
    texts,
    { to, url: link, signInPage: `${siteOrigin}${pages.signIn.path}` },
    purchase,
  )
}

/**
 * Composes a member's confirmation: the purchase, its price and dates, the next steps, and how to cancel.
 *
 * @throws TextMissing for a missing text
 */
export function composeMemberPurchase(
  texts: MailTexts,
  { to, siteOrigin }: { to: string; siteOrigin: string },
  purchase: Purchase,
): Mail {
  return composeConfirmation(texts, { to, url: getMembershipUrl(siteOrigin) }, purchase)
}

/** The data of a payment in emails. */
type Payment = Pick<Purchase, 'name' | 'date' | 'amount' | 'currency'>

/** Creates a reader for the texts about purchases, with the values of one payment. */
function createPurchaseTextReader(texts: MailTexts, { name, date, amount, currency }: Payment) {
  return createTextReader('purchases', texts.purchases, {
    name: name || texts.settings?.siteName,
    date: formatDay(date),
    amount: formatMoney(amount, currency),
  })
}

/** Unpaid renewals: their total, and the date of the oldest. */
export type FailedPayment = Payment & {
  to: string
  /** The URL of Stripe's page to pay the oldest open invoice. */
  url: string
}

/**
 * Composes the email about unpaid renewals, with the amount due and the link to pay.
 *
 * @throws TextMissing for a missing text
 */
export function composeFailedPayment(texts: MailTexts, { to, url, ...payment }: FailedPayment): Mail {
  const read = createPurchaseTextReader(texts, payment)
  return composeMail(texts, {
    to,
    subject: read('failedSubject'),
    heading: read('failedHeading'),
    paragraphs: [read('failedText')],
    link: { label: read('failedLink'), url },
  })
}
