import { fillTemplate, formatMoney } from '@/lib/content/format'
import type { Mail } from '@/lib/mail'
import { composeMail, createTextReader, formatDay, membershipPage } from './compose'
import type { MailTexts } from './mailTexts'

/** A purchase as emails name it. */
export type Purchase = {
  /** The membership's name; the site's name when empty. */
  name: string
  date: Date
  /** The charged amount. Cents of `currency`. */
  amount: number
  currency: string
  /** The terms that Checkout has shown, in its words. */
  terms: string
  /** The next charge; undefined without one. */
  next: { amount: number; date: Date } | undefined
}

/** The common part of both confirmations: the button first, the terms below. */
function writeConfirmation(
  texts: MailTexts,
  { to, url, page }: { to: string; url: string; page?: string },
  { name, date, amount, currency, terms, next }: Purchase,
): Mail {
  const read = createTextReader('purchases', texts.purchases, {
    name: name || texts.settings?.siteName,
    date: formatDay(date),
    amount: formatMoney(amount, currency),
    nextDate: next && formatDay(next.date),
    nextAmount: formatMoney(next?.amount, currency),
    page,
  })
  const prefix = page ? 'guest' : 'member'
  return composeMail(texts, {
    to,
    subject: read(`${prefix}Subject`),
    heading: read('guestHeading'),
    paragraphs: [read(`${prefix}Text`), ...(page ? [read('guestOpen')] : [])],
    link: { label: read(`${prefix}Link`), url },
    details: [
      // Content that is older than the text around the terms still has the terms.
      ...(terms ? [fillTemplate(texts.purchases?.terms, { terms }) || terms] : []),
      ...(next ? [read('guestNext')] : []),
      read(`${prefix}Cancel`),
    ],
  })
}

/**
 * Writes to a guest who has paid: the purchase, its price and dates, how to open and cancel it, and the contact.
 *
 * @param link - opens the purchase; its holder can claim it
 * @throws TextMissing for a missing text
 */
export function writePurchase(
  texts: MailTexts,
  { to, link, siteOrigin }: { to: string; link: string; siteOrigin: string },
  purchase: Purchase,
): Mail {
  return writeConfirmation(texts, { to, url: link, page: `${siteOrigin}/claim` }, purchase)
}

/**
 * Writes to a member who has paid: what was bought, what it costs and when, what happens next, and how to cancel.
 *
 * @throws TextMissing for a text which editors have not written
 */
export function writeMemberPurchase(
  texts: MailTexts,
  { to, siteOrigin }: { to: string; siteOrigin: string },
  purchase: Purchase,
): Mail {
  return writeConfirmation(texts, { to, url: membershipPage(siteOrigin, false) }, purchase)
}

/** A payment as the emails name it. */
type Payment = Pick<Purchase, 'name' | 'date' | 'amount' | 'currency'>

/** Fills the values of one payment into the texts about purchases. */
function fillPurchaseTexts(texts: MailTexts, { name, date, amount, currency }: Payment) {
  return createTextReader('purchases', texts.purchases, {
    name: name || texts.settings?.siteName,
    date: formatDay(date),
    amount: formatMoney(amount, currency),
  })
}

/** A renewal that is not paid. */
export type FailedPayment = Payment & {
  to: string
  /** Where it is paid: Stripe's page of the open invoice. */
  url: string
}

/**
 * Writes to a member whose renewal is not paid: what is owed, and how to pay it.
 *
 * @throws TextMissing for a text which editors have not written
 */
export function writeFailedPayment(texts: MailTexts, { to, url, ...payment }: FailedPayment): Mail {
  const read = fillPurchaseTexts(texts, payment)
  return composeMail(texts, {
    to,
    subject: read('failedSubject'),
    heading: read('failedHeading'),
    paragraphs: [read('failedText')],
    link: { label: read('failedLink'), url },
  })
}

/** A second membership that was cancelled, and its refund. */
export type Refunded = Payment & {
  to: string
  /** The membership that stays was bought without an account. */
  isGuest: boolean
}

/**
 * Writes to the buyer of a second membership why it was cancelled, and what was refunded.
 *
 * @throws TextMissing for a missing text
 */
export function writeRefunded(
  texts: MailTexts,
  { to, isGuest, ...payment }: Refunded,
  siteOrigin: string,
): Mail {
  const read = fillPurchaseTexts(texts, payment)
  return composeMail(texts, {
    to,
    subject: read('refundedSubject'),
    heading: read('refundedHeading'),
    paragraphs: [read('refundedText')],
    link: { label: read('refundedLink'), url: membershipPage(siteOrigin, isGuest) },
  })
}
