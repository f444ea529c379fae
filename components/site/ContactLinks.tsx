import { stegaClean } from '@sanity/client/stega'
import { Fragment } from 'react'
import { Text } from '@/components/ui/text/Text'
import type { SiteContent } from '@/lib/content/reading/settings'
import { isText } from '@/lib/content/text/contentGuards'
import { cleanEmail, isEmail } from '@/lib/email'

type ContactLinksProps = {
  site: SiteContent
  /** The label above each link. */
  labels?: { email?: string | null; phone?: string | null }
}

/** The email address and the telephone number, each as a link if it is valid, otherwise as text. */
export function ContactLinks({ site, labels }: ContactLinksProps) {
  const { contactEmail, contactPhone } = site.settings ?? {}
  const entries = [
    {
      key: 'email',
      label: labels?.email,
      text: contactEmail,
      href: createEmailHref(stegaClean(contactEmail)),
    },
    {
      key: 'phone',
      label: labels?.phone,
      text: contactPhone,
      href: createPhoneHref(stegaClean(contactPhone)),
    },
  ].filter((entry) => isText(entry.text))
  if (entries.length === 0) return null
  return (
    <ul className="grid gap-2">
      {entries.map((entry) => (
        <li key={entry.key}>
          <Text className="eyebrow">{entry.label}</Text>
          {entry.href ? (
            <a href={entry.href} className="text-link">
              <bdi>{entry.key === 'email' ? addBreaks(entry.text) : entry.text}</bdi>
            </a>
          ) : (
            <Text>{entry.text}</Text>
          )}
        </li>
      ))}
    </ul>
  )
}

/** Allows line breaks in an email address before its `@` and its dots. */
function addBreaks(email: string | null | undefined) {
  return email?.split(/(?=[@.])/).map((part, position) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: parts of an email may be equal, and never move
    <Fragment key={position}>
      {position > 0 && <wbr />}
      {part}
    </Fragment>
  ))
}

/** Creates a mailto URL; returns null for a string that is not an email. */
export function createEmailHref(email: string | null | undefined): string | null {
  const cleaned = cleanEmail(email ?? '')
  // These characters are delimiters in a mailto URL (RFC 6068, section 2).
  return isEmail(cleaned) ? `mailto:${cleaned.replace(/[%?&#/]/g, encodeURIComponent)}` : null
}

/** Creates a tel URL; returns null for a string that is not a plain telephone number. */
export function createPhoneHref(phone: string | null | undefined): string | null {
  if (!/^[\d\s()+./-]+$/.test(phone ?? '')) return null
  const number = (phone ?? '').replace(/[^\d+]/g, '')
  return /^\+?\d{5,}$/.test(number) ? `tel:${number}` : null
}
