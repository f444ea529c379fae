import { formatMoney } from '@/lib/content/format'
import type { Mail } from '@/lib/mail'
import { compose, formatDay, membershipPage, textsIn } from './compose'
import type { MailTexts } from './mailTexts'

/** What somebody has bought without an account. */
export type Purchase = {
  /** What the membership is called; the site's name when empty. */
  name: string
  date: Date
  /** What was charged. Cents of `currency`. */
  amount: number
  currency: string
  /** The terms that Checkout has shown, in its words. */
  terms: string
  /** The next charge; undefined where there is none to come. */
  next: { amount: number; date: Date } | undefined
}

/**
 * Writes to a guest who has paid: what was bought, what it costs and when, how it is opened and cancelled, and whom to
 * ask.
 *
 * @param link - opens the purchase; whoever has it can claim it
 * @throws TextMissing for a text which editors have not written
 */
export function writePurchase(
  texts: MailTexts,
  { to, link, siteOrigin }: { to: string; link: string; siteOrigin: string },
  { name, date, amount, currency, terms, next }: Purchase,
): Mail {
  const said = textsIn('purchases', texts.purchases, {
    name: name || texts.settings?.siteName,
    date: formatDay(date),
    amount: formatMoney(amount, currency),
    nextDate: next && formatDay(next.date),
    nextAmount: formatMoney(next?.amount, currency),
    page: `${siteOrigin}/claim`,
  })
  return compose(texts, {
    to,
    subject: said('guestSubject'),
    heading: said('guestHeading'),
    paragraphs: [
      said('guestText'),
      ...(terms ? [terms] : []),
      ...(next ? [said('guestNext')] : []),
      said('guestOpen'),
      said('guestCancel'),
    ],
    link: { label: said('guestLink'), url: link },
  })
}

/** A second membership that was cancelled, and what was given back. */
export type Refunded = Pick<Purchase, 'name' | 'date' | 'amount' | 'currency'> & {
  to: string
  /** The membership that stays was bought without an account. */
  isGuest: boolean
}

/**
 * Writes to whoever has bought a second membership why it was cancelled, and what was given back.
 *
 * @throws TextMissing for a text which editors have not written
 */
export function writeRefunded(
  texts: MailTexts,
  { to, isGuest, name, date, amount, currency }: Refunded,
  siteOrigin: string,
): Mail {
  const said = textsIn('purchases', texts.purchases, {
    name: name || texts.settings?.siteName,
    date: formatDay(date),
    amount: formatMoney(amount, currency),
  })
  return compose(texts, {
    to,
    subject: said('refundedSubject'),
    heading: said('refundedHeading'),
    paragraphs: [said('refundedText')],
    link: { label: said('refundedLink'), url: membershipPage(siteOrigin, isGuest) },
  })
}
