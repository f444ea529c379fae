import { stegaClean } from '@sanity/client/stega'
import { ContactLinks } from '@/components/site/ContactLinks'
import { isText } from '@/components/ui/list'
import { Heading } from '@/components/ui/text/Heading'
import { Text } from '@/components/ui/text/Text'
import type { SiteContent } from '@/lib/content/settings'
import { ContactFormSlot } from './ContactFormSlot'
import { StillContactForm } from './StillContactForm'
import type { ContactContent, ContactTexts } from './types'

/** The contact form with what it is for, and the address and number to use beside it. */
export function ContactFormPlace({ page, site }: { page: ContactContent; site: SiteContent }) {
  const texts = textsOf(page.messages?.contactForm)
  const label = isText(page.formHeading) ? page.formHeading : undefined
  const links = <ContactLinks site={site} labels={{ email: page.emailLabel, phone: page.phoneLabel }} />
  return (
    <section id="form">
      <Heading level={2} className="text-title">
        {page.formHeading}
      </Heading>
      <Text className="mt-5 max-w-[44ch] text-lead text-muted">{page.formIntro}</Text>
      {texts.submit && (
        <ContactFormSlot
          still={<StillContactForm texts={texts} label={label} />}
          texts={texts}
          label={label}
          closeLabel={site.messages?.accessibility?.closeMessage ?? ''}
          toEmail={stegaClean(site.settings?.contactEmail) ?? ''}
        >
          {links}
        </ContactFormSlot>
      )}
      <div className="mt-8 border-t border-text pt-6">{links}</div>
    </section>
  )
}

/** The words of the form; what is not a text is left out, whatever the lake holds. */
function textsOf(group: ContactTexts | null | undefined): ContactTexts {
  return Object.fromEntries(Object.entries(group ?? {}).filter(([, text]) => isText(text)))
}
