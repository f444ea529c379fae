import { fillTemplate } from '@/lib/content/format'
import type { Mail } from '@/lib/mail'
import { renderMail } from '@/lib/mailLayout'
import type { MailTexts } from './mailTexts'

/** Thrown when the CMS lacks a text that an email needs. */
export class TextMissing extends Error {
  override readonly name = 'TextMissing'
}

/**
 * Returns a reader for the texts of a group of messages, with their placeholders filled in.
 *
 * @param group - the group's name in the document `messages`
 * @returns a function that throws {@link TextMissing} for a missing text: an email without it would be incomplete
 */
export function createTextReader<Name extends string>(
  group: string,
  texts: Partial<Record<Name, string | null>> | null,
  values: Parameters<typeof fillTemplate>[1],
): (name: Name) => string {
  return (name) => {
    const text = fillTemplate(texts?.[name], values)
    if (!text) throw new TextMissing(`The text messages.${group}.${name} is missing.`)
    return text
  }
}

/** The content of an email about a membership, without the sender and the contact. */
export type MembershipMail = {
  to: string
  subject: string
  heading: string
  paragraphs: readonly string[]
  link: { label: string; url: string }
  /** Paragraphs below the button. */
  details?: readonly string[]
}

/**
 * Renders an email about a membership, with the sender and the contact.
 *
 * @throws TextMissing without a text for the contact
 */
export function composeMail(
  { notices, settings }: MailTexts,
  { to, subject, ...content }: MembershipMail,
): Mail {
  const { siteName, contactEmail, contactPhone, address } = settings ?? {}
  const contact = createTextReader('notices', notices, { email: contactEmail })('contact')
  const notes = [contact, ...(address ?? []), ...[contactEmail, contactPhone].flatMap((line) => line ?? [])]
  return { to, subject, ...renderMail({ sender: siteName ?? '', notes, ...content }) }
}

/** Formats a date in California, whose law requires the notices ("January 23, 2026"). */
export function formatDay(date: Date): string {
  return new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'America/Los_Angeles' }).format(date)
}

/** Returns the URL where a membership is managed, after signing in. Guests request a link there. */
export function getMembershipUrl(siteOrigin: string): string {
  return `${siteOrigin}/sign-in?${new URLSearchParams({ next: '/' })}`
}
