import { ContentLink } from '@/components/ui/link/ContentLink'
import { Picture } from '@/components/ui/picture/Picture'
import { Heading } from '@/components/ui/text/Heading'
import { Text } from '@/components/ui/text/Text'
import type { SiteContent } from '@/lib/content/settings'
import type { ContactContent } from './types'

/** Where the studio is. */
export function LocationCard({ page, site }: { page: ContactContent; site: SiteContent }) {
  return (
    <section className="surface-ink">
      <Picture
        picture={page.locationPicture}
        width={560}
        sizes="(min-width: 64rem) 36vw, 100vw"
        aspect={3 / 2}
      />
      <div className="p-6 sm:p-8">
        <Heading level={2} className="eyebrow font-text">
          {page.locationHeading}
        </Heading>
        <Text className="mt-2 font-display text-subtitle">{page.locationName}</Text>
        <Text className="mt-3 text-muted">{page.locationText}</Text>
        <ContentLink
          link={page.directionsLink}
          opensInNewTab={site.messages?.accessibility?.opensInNewTab}
          className="text-link mt-3"
        />
      </div>
    </section>
  )
}
