import { daysToSeconds } from 'local-cloud/testing/stripeAccount'
import { afterEach, beforeEach } from 'vitest'
import { formatDay } from '@/lib/content/text/format'
import { type Mail, MailError } from '@/lib/mail'
import type { Billing } from '@/lib/membership/context'
import { sendMails } from '@/lib/membership/mail/dueMails'
import { seedMailTexts } from '@/tests/support/seedMailTexts'
import { type Member, monthSeconds, type Site } from './support.ts'

/** The error for an email that was sent, but whose response was lost. */
export const lostResponse = new MailError('The response was lost')

/** Gives a test file's site a mail server, and records each test's emails. */
export function recordMails(site: Site) {
  const sent: Mail[] = []
  /** The errors that the next emails fail with, in order; later emails succeed. */
  const failures: Error[] = []
  const services: NonNullable<Billing['mail']> = {
    send: async (mail) => {
      const failure = failures.shift()
      if (!failure || failure === lostResponse) sent.push(mail)
      if (failure) throw failure
    },
    texts: async () => seedMailTexts(),
  }
  beforeEach(() => {
    sent.length = 0
    failures.length = 0
    site.billing.mail = { ...services }
  })
  afterEach(() => {
    site.billing.mail = undefined
  })
  /** Removes and returns the emails to a person. */
  const takeMailsTo = ({ email }: { email: string }) => {
    const mails = sent.filter(({ to }) => to === email)
    for (const mail of mails) sent.splice(sent.indexOf(mail), 1)
    return mails
  }
  /** Removes and returns the only email to a person. */
  const takeMailTo = (person: { email: string }) => {
    const [mail, ...more] = takeMailsTo(person)
    if (!mail || more.length > 0) throw new Error(`${person.email} should have received one email.`)
    return mail
  }
  /** Creates a member, and sends and discards the email about the purchase. */
  const createWelcomedMember = async () => {
    const member = await site.createMember()
    await sendMails(site.billing)
    takeMailTo(member)
    return member
  }
  return { sent, takeMailsTo, takeMailTo, createWelcomedMember, failures, services }
}

/** Formats the day of a time in Unix seconds as emails do. */
export const toDay = (seconds: number | null | undefined) => formatDay(new Date((seconds ?? 0) * 1000))

/** Makes all unsent emails in the outbox due now. */
export async function skipMailRetryDelays({ sql }: Site): Promise<void> {
  await sql('update notices set next_attempt_at = now() where sent_at is null')
}

/** Creates a member whose introductory price ends in about two weeks, so that a notice is due. Sends no email. */
export async function createMemberBeforeNotice(site: Site): Promise<Member> {
  const member = await site.createMember()
  await site.advance(monthSeconds)
  await site.advance(daysToSeconds(18))
  return member
}
