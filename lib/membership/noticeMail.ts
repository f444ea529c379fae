import { fillTemplate, formatMoney } from '@/lib/content/format'
import type { Mail } from '@/lib/mail'
import { layOut } from '@/lib/mailLayout'
import type { MailTexts } from './mailTexts'

/** Which notice it is. */
export type NoticeKind = 'intro_end' | 'fee_change' | 'yearly'

/** What a notice tells, and to whom. */
export type NoticeFacts = {
  kind: NoticeKind
  to: string
  /** Somebody who has bought without an account. */
  isGuest: boolean
  /** What the membership is called; the site's name when empty. */
  name: string
  /** When the amount is charged the next time. */
  date: Date
  /** Cents of `currency` a month: what is paid now, and from that date on. */
  previousAmount: number
  amount: number
  currency: string
}

const prefixes = { intro_end: 'introEnd', fee_change: 'feeChange', yearly: 'yearly' } as const

/**
 * Writes a notice. Members are led to the button that opens Stripe's portal, through signing in where they have to;
 * guests to the page that mails them the link to their purchase. Neither link does anything by being opened.
 *
 * @throws an Error that names a text which editors have not written: a notice without it would not be one
 */
export function writeNotice({ notices, settings }: MailTexts, facts: NoticeFacts, siteOrigin: string): Mail {
  const prefix = prefixes[facts.kind]
  const siteName = settings?.siteName ?? ''
  const values = {
    name: facts.name || siteName,
    date: formatDay(facts.date),
    amount: formatMoney(facts.amount, facts.currency),
    previousAmount: formatMoney(facts.previousAmount, facts.currency),
    email: settings?.contactEmail,
  }
  const said = (name: keyof NonNullable<MailTexts['notices']>) => {
    const text = fillTemplate(notices?.[name], values)
    if (!text) throw new Error(`The text messages.notices.${name} is missing.`)
    return text
  }
  const heading = said(`${prefix}Heading`)
  return {
    to: facts.to,
    subject: said(`${prefix}Subject`),
    ...layOut({
      sender: siteName,
      heading,
      paragraphs: [said(`${prefix}Text`), said(facts.isGuest ? 'guestText' : 'cancelText')],
      link: {
        label: said('manage'),
        url: `${siteOrigin}${facts.isGuest ? '/claim' : `/sign-in?${new URLSearchParams({ next: '/' })}`}`,
      },
      notes: [
        said('contact'),
        ...(settings?.address ?? []),
        ...[settings?.contactEmail, settings?.contactPhone].flatMap((line) => line ?? []),
      ],
    }),
  }
}

/** The day in California, where the studio is and whose law asks for the notice ("January 23, 2026"). */
function formatDay(date: Date): string {
  return new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'America/Los_Angeles' }).format(date)
}
