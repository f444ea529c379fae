import { formatMoney } from '@/lib/content/format'
import type { Mail } from '@/lib/mail'
import { composeMail, createTextReader, formatDay, getMembershipUrl } from './compose'
import type { MailTexts } from './mailTexts'

const textPrefixes = { intro_end: 'introEnd', fee_change: 'feeChange', yearly: 'yearly' } as const

/** The kind of a notice about a price. */
export type NoticeKind = keyof typeof textPrefixes

/** The facts and the recipient of a notice. */
export type NoticeFacts = {
  kind: NoticeKind
  to: string
  /** Whether the buyer has no account. */
  isGuest: boolean
  /** The membership's name; the site's name when empty. */
  name: string
  /** The date of the next charge. */
  date: Date
  /** The current monthly amount and the one from that date on. Cents of `currency`. */
  previousAmount: number
  amount: number
  currency: string
}

/** Whether a kind of email is a notice about a price. */
export const isNoticeKind = (kind: string): kind is NoticeKind => Object.hasOwn(textPrefixes, kind)

/**
 * Composes a notice. Its link opens a page with the button to Stripe's portal, after signing in if necessary.
 * Opening the link changes nothing.
 *
 * @throws TextMissing for a missing text: without it the notice would not be valid
 */
export function composeNotice(texts: MailTexts, facts: NoticeFacts, siteOrigin: string): Mail {
  const prefix = textPrefixes[facts.kind]
  const read = createTextReader('notices', texts.notices, {
    name: facts.name || texts.settings?.siteName,
    date: formatDay(facts.date),
    amount: formatMoney(facts.amount, facts.currency),
    previousAmount: formatMoney(facts.previousAmount, facts.currency),
  })
  return composeMail(texts, {
    to: facts.to,
    subject: read(`${prefix}Subject`),
    heading: read(`${prefix}Heading`),
    paragraphs: [read(`${prefix}Text`), read(facts.isGuest ? 'guestText' : 'cancelText')],
    link: {
      label: read('manage'),
      url: getMembershipUrl(siteOrigin),
    },
  })
}
