import { stegaClean } from '@sanity/client/stega'
import { Fragment } from 'react'
import { Text } from '@/components/ui/text/Text'
import type { SiteContent } from '@/lib/content/reading/settings'
import { hasText, isText } from '@/lib/content/text/contentGuards'
import { cleanEmail, isEmail } from '@/lib/email'

type ContactLinksProps = {
  site: SiteContent
  /** The label above each link. */
  labels?: { email?: string | null; phone?: string | null }
}

/** The email and the telephone number, each a link if it is valid, otherwise plain text. */
export function ContactLinks({ site, labels }: ContactLinksProps) {
  const { contactEmail, contactPhone } = site.settings ?? {}
  if (!hasText(contactEmail, contactPhone)) return null
  const renderLink = (label: string | null | undefined, text: unknown, href: string | null) =>
    isText(text) && (
      <li>
        <Text className="eyebrow">{label}</Text>
        {href ? (
          <a href={href} className="text-link">
            <bdi>{addBreaks(text)}</bdi>
          </a>
        ) : (
          <Text>{text}</Text>
        )}
      </li>
    )
  return (
    <ul className="grid gap-2">
      {renderLink(labels?.email, contactEmail, createEmailHref(stegaClean(contactEmail)))}
      {renderLink(labels?.phone, contactPhone, createPhoneHref(stegaClean(contactPhone)))}
    </ul>
  )
}

/** Allows line breaks before each `@` and each dot, so that a long email address fits. */
function addBreaks(email: string) {
  return email.split(/(?=[@.])/).map((part, position) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: parts of an email may repeat, but their order never changes
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
