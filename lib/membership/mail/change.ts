import type Stripe from 'stripe'
import { createEmailFragment } from '@/lib/auth/browser/suggestedEmail'
import { createAccountLink } from '@/lib/auth/server/signInLink'
import { fillTemplate, formatDay, formatMoney } from '@/lib/content/text/format'
import type { Mail } from '@/lib/mail'
import { linkContact, renderMail } from '@/lib/mailLayout'
import { pages } from '@/lib/pages'
import type { Billing } from '../context'
import { getRegularPayment, retrieveSubscription, toMirrored } from '../mirror/stripeState'
import type { QueueRow } from '../queue'
import type { MailTexts } from './mailTexts'

/** A recorded, unsent email. Its subscription, kind and period are unique together, so it is recorded only once. */
export type MailRow = QueueRow & {
  subscription: string
  customer: string
  kind: string
  /** The time of the change that the email is about. */
  period: Date
  /** Whether the customer belongs to no account. */
  isGuest: boolean
  /** The current fee in the mirror, in the currency's smallest unit. */
  fee: number | null
}

/**
 * A change to a membership, announced to its owner by email. Each change has a module with its condition and facts.
 */
export type MembershipChange = {
  /**
   * Identifies the email in the outbox, together with subscription and period. Message names begin with the kind:
   * `{kind}Subject`, `…Preheader`, `…Heading`, `…Text`, `…Link`.
   */
  kind: string
  /** SQL that finds changed memberships `s` of customers `c`, including announced ones; `$1` is the current time. */
  select(billing: Billing): {
    condition: string
    /** The time of the change. */
    period: string
    /** The amount that the email announces, in the currency's smallest unit. A changed amount causes another email. */
    amount?: string
    join?: string
  }
  /** Reads the facts from Stripe's current state; undefined when the email is no longer due. */
  read(context: ChangeContext): Promise<ChangeFacts | undefined>
}

/** The facts in a change's email, which select and fill in its messages. */
export type ChangeFacts = {
  /** The values of the placeholders, besides the membership's name. Amounts are in the currency's smallest unit. */
  date?: Date | null | undefined
  amount?: number
  previousAmount?: number | null
  values?: Record<string, string | undefined>
  /** The prefix of the messages' names; by default the change's kind. */
  prefix?: string
  /** The names of the messages above and below the button; by default `{kind}Text` above. */
  above?: readonly string[]
  below?: readonly string[]
  /** The button's URL: by default the account page or, for guests, the page that emails a sign-in link. */
  url?: string
  /** The name of the message above the contact details; by default `contact`. */
  note?: string
}

/** Everything that a change's module reads to decide what its email says. */
export type ChangeContext = {
  billing: Billing
  row: MailRow
  subscription: Stripe.Subscription
  /** The recipient. */
  email: string
}

/**
 * Composes the email about a change from Stripe's current state. Returns it with the amount that it announces, in the
 * currency's smallest unit; undefined when the email is no longer due.
 */
export async function prepareMail(
  billing: Billing,
  readTexts: () => Promise<MailTexts>,
  row: MailRow,
  change: MembershipChange,
): Promise<{ mail: Mail; amount: number | undefined } | undefined> {
  const { stripe, siteOrigin } = billing
  const subscription = await retrieveSubscription(stripe, row.subscription)
  const customer = await stripe.customers.retrieve(row.customer)
  if (customer.deleted) return undefined
  const { email } = customer
  if (!email) throw new Error(`Stripe has no email for ${row.customer}.`)
  const facts = await change.read({ billing, row, subscription, email })
  if (!facts) return undefined
  const url =
    facts.url ?? (row.isGuest ? createSignInUrl(siteOrigin, email) : `${siteOrigin}${pages.account.path}`)
  const prefix = facts.prefix ?? change.kind
  const mail = composeMail(await readTexts(), prefix, email, { ...facts, url }, subscription)
  return { mail, amount: facts.amount }
}

/**
 * Composes an email about a membership or an account, with the sender's name and the contact details.
 *
 * @throws an error for a missing message, since the email would be incomplete
 */
export function composeMail(
  texts: MailTexts,
  kind: string,
  to: string,
  facts: ChangeFacts & { url: string },
  { currency, metadata }: Partial<Pick<Stripe.Subscription, 'currency' | 'metadata'>> = {},
): Mail {
  const { siteName, contactEmail, contactPhone, address } = texts.settings ?? {}
  const values = {
    email: contactEmail && linkContact(contactEmail),
    name: metadata?.tier || siteName,
    date: facts.date && formatDay(facts.date),
    amount: formatMoney(facts.amount, currency),
    previousAmount: formatMoney(facts.previousAmount, currency),
    ...facts.values,
  }
  const { notices, purchases } = texts
  // Both have a `guestText`.
  const messages: Record<string, string> =
    `${kind}Subject` in notices ? { ...purchases, ...notices } : { ...notices, ...purchases }
  const read = (name: string): string => {
    const text = fillTemplate(messages[name], values)
    if (!text) throw new Error(`The message ${name} of ${kind} is missing.`)
    return text
  }
  const contact = read(facts.note ?? 'contact')
  const contactLines = [...(address ?? []), contactEmail, contactPhone].flatMap((line) =>
    line && !contact.includes(line) ? [linkContact(line)] : [],
  )
  return {
    to,
    subject: read(`${kind}Subject`),
    ...renderMail({
      sender: siteName ?? '',
      preheader: read(`${kind}Preheader`),
      heading: read(`${kind}Heading`),
      paragraphs: (facts.above ?? [`${kind}Text`]).map((name) => read(name)),
      link: { label: read(`${kind}Link`), url: facts.url },
      details: facts.below?.map((name) => read(name)) ?? [],
      notes: [contact, ...contactLines],
    }),
  }
}

/** Creates a guest's sign-in link, and selects the message about it. */
export async function createGuestFacts({ siteOrigin }: Billing, email: string, next: string) {
  return {
    url: await createAccountLink(siteOrigin, email, next),
    below: ['guestOpen'],
    values: { page: createSignInUrl(siteOrigin, email) },
  }
}

/** Creates the URL of the page that emails a sign-in link. It prefills the recipient's email. */
const createSignInUrl = (siteOrigin: string, email: string) =>
  `${siteOrigin}${pages.signIn.path}?${new URLSearchParams({ next: pages.account.path })}${createEmailFragment(email)}`

/**
 * Creates the values for the next payment, and selects the message that announces the regular price, with its values, if
 * the next payment is introductory.
 *
 * @param next - the preview of the next invoice; null if there is none
 */
export function createNextFacts(subscription: Stripe.Subscription, next: Stripe.Invoice | null) {
  const mirrored = toMirrored(subscription, [])
  const regular = getRegularPayment(mirrored)
  const nextDate = next && mirrored.currentPeriodEnd
  return {
    nextDate,
    names: regular ? ['thenRegular'] : [],
    values: {
      nextAmount: formatMoney(next?.amount_due, subscription.currency),
      nextDate: nextDate ? formatDay(nextDate) : undefined,
      regularAmount: formatMoney(regular?.amount, subscription.currency),
      regularDate: regular ? formatDay(regular.date) : undefined,
    },
  }
}

/** SQL condition for a recent time. Older changes, which may precede the site's first email, are not emailed. */
export const isRecent = (column: string, days = 7) => `${column} > $1::timestamptz - interval '${days} days'`
