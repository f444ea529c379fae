import { getBookingLink } from '@/components/membership/BookingLink'
import { StatusCard } from '@/components/membership/status/StatusCard'
import { ContactLinks } from '@/components/site/ContactLinks'
import { ContentLink } from '@/components/ui/link/ContentLink'
import { Heading } from '@/components/ui/text/Heading'
import { Text } from '@/components/ui/text/Text'
import type { SiteContent } from '@/lib/content/reading/settings'
import { filterTexts } from '@/lib/content/text/contentGuards'
import { createAuthPage } from '../AuthPage'
import { AccountView } from './AccountView'

/** The page `/account`. It is static; the browser loads the user's data. */
export const Account = createAuthPage<'accountPage'>(AccountView, undefined, Membership)

/** The membership's status, and information for members: booking, contact details and the studio's location. */
function Membership({ site }: { site: SiteContent }) {
  const { subscription: texts, accessibility } = site.messages
  const address = filterTexts(site.settings?.address)
  return (
    <StatusCard texts={texts} closeLabel={accessibility.closeMessage} className="status-beside">
      <section className="member-info">
        <Text className="mb-6 text-muted">{texts.manageNote}</Text>
        <Heading level={2} className="text-subtitle">
          {texts.bookHeading}
        </Heading>
        <Text className="for-new-members mt-2">{texts.justJoined}</Text>
        <Text className="mt-2">{texts.bookText}</Text>
        <ContentLink
          link={getBookingLink(site, texts.bookLink)}
          site={site}
          className="button button-compact my-4"
        />
        <ContactLinks site={site} />
        {address.length > 0 && (
          <>
            <Heading level={2} className="mt-6 text-subtitle">
              {texts.addressHeading}
            </Heading>
            <address className="mt-2 not-italic">
              {address.map(({ key, text }) => (
                <Text key={key}>{text}</Text>
              ))}
            </address>
            <Text className="mt-2 text-muted">{texts.directions}</Text>
          </>
        )}
      </section>
    </StatusCard>
  )
}
