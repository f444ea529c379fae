import { stegaClean } from '@sanity/client/stega'
import { isText } from '@/components/ui/list'
import { Text } from '@/components/ui/text/Text'
import type { SiteContent } from '@/lib/content/settings'
import { emailHref, phoneHref } from './contactHref'

type ContactLinksProps = {
  site: SiteContent
  /** What to write above each of them. */
  labels?: { email?: string | null; phone?: string | null }
}

/** The e-mail address and the telephone number, each as a link. */
export function ContactLinks({ site, labels }: ContactLinksProps) {
  const { contactEmail, contactPhone } = site.settings ?? {}
  const entries = [
    { key: 'email', label: labels?.email, text: contactEmail, href: emailHref(stegaClean(contactEmail)) },
    { key: 'phone', label: labels?.phone, text: contactPhone, href: phoneHref(stegaClean(contactPhone)) },
  ].filter((entry) => isText(entry.text))
  if (entries.length === 0) return null
  return (
    <ul className="grid gap-2">
      {entries.map((entry) => (
        <li key={entry.key}>
          <Text className="eyebrow">{entry.label}</Text>
          {entry.href ? (
            <a href={entry.href} className="text-link">
              <bdi>{entry.text}</bdi>
            </a>
          ) : (
            <Text>{entry.text}</Text>
          )}
        </li>
      ))}
    </ul>
  )
}
