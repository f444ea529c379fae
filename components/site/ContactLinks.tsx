import { stegaClean } from '@sanity/client/stega'
import { Fragment } from 'react'
import { Text } from '@/components/ui/text/Text'
import { createEmailHref, createPhoneHref } from '@/lib/contactHrefs'
import type { SiteContent } from '@/lib/content/reading/settings'
import { hasText, isText } from '@/lib/content/text/contentGuards'

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
