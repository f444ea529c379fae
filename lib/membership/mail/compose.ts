import { fillTemplate } from '@/lib/content/text/format'
import type { Mail } from '@/lib/mail'
import { renderMail } from '@/lib/mailLayout'
import type { MailTexts } from './mailTexts'

/** A group of messages with the texts of emails. */
export type TextGroup = 'notices' | 'purchases'

/** The content of an email about a membership: the names of its texts, and the values of their placeholders. */
export type MailContent = {
  to: string
  group: TextGroup
  /** The beginning of the names of subject, preheader, heading and button. */
  prefix: string
  /** The names of the paragraphs above and below the button. */
  above: readonly string[]
  below: readonly string[]
  url: string
  values: Parameters<typeof fillTemplate>[1]
}

/**
 * Composes an email about a membership, with the sender and the contact.
 *
 * @throws an error for an unknown name: an email without its text would be incomplete
 */
export function composeMail(
  texts: MailTexts,
  { to, group, prefix, above, below, url, values }: MailContent,
): Mail {
  const { siteName, contactEmail, contactPhone, address } = texts.settings ?? {}
  const read = (name: string, from: TextGroup = group): string => {
    const groupTexts: Record<string, string> = texts[from]
    const text = fillTemplate(groupTexts[name], { email: contactEmail, ...values })
    if (!text) throw new Error(`The message ${from}.${name} is missing.`)
    return text
  }
  const contactLines = [...(address ?? []), contactEmail, contactPhone].flatMap((line) => line ?? [])
  return {
    to,
    subject: read(`${prefix}Subject`),
    ...renderMail({
      sender: siteName ?? '',
      preheader: read(`${prefix}Preheader`),
      heading: read(`${prefix}Heading`),
      paragraphs: above.map((name) => read(name)),
      link: { label: read(`${prefix}Link`), url },
      details: below.map((name) => read(name)),
      notes: [read('contact', 'notices'), ...contactLines],
    }),
  }
}
