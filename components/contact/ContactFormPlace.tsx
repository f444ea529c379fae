import { ContactLinks } from '@/components/site/ContactLinks'
import { Heading } from '@/components/ui/text/Heading'
import { Text } from '@/components/ui/text/Text'
import type { SiteContent } from '@/lib/content/settings'
import type { ContactContent } from './types'

/**
 * The place of the contact form: what it is for, and the address and number to use beside it. The form
 * itself comes with mail delivery; nothing stands in for it.
 */
export function ContactFormPlace({ page, site }: { page: ContactContent; site: SiteContent }) {
  return (
    <section id="form">
      <Heading level={2} className="text-title">
        {page.formHeading}
      </Heading>
      <Text className="mt-5 max-w-[44ch] text-lead text-muted">{page.formIntro}</Text>
      <div className="mt-8 border-t-2 border-text pt-6">
        <ContactLinks site={site} labels={{ email: page.emailLabel, phone: page.phoneLabel }} />
      </div>
    </section>
  )
}
