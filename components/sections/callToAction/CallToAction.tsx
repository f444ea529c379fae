import { SectionOffer } from '@/components/membership/CheckoutButton'
import { ContentLink } from '@/components/ui/link/ContentLink'
import { Heading } from '@/components/ui/text/Heading'
import { Text } from '@/components/ui/text/Text'
import { linkFields } from '@/lib/content/reading/fragments'
import { filterObjects, isText } from '@/lib/content/text/contentGuards'
import { SectionShell } from '../SectionShell'
import type { SectionProps } from '../types'

/** GROQ projection of a `callToActionSection`. */
export const callToActionFields = `_type == "callToActionSection" => {
  heading,
  text,
  checkoutLabel,
  links[]{${linkFields}}
}` as const

/** An invitation, usually at the end of a page, with a checkout button, links or both. */
export function CallToAction({ section, level, site }: SectionProps<'callToActionSection'>) {
  const hasCheckout = isText(section.checkoutLabel)
  const links = filterObjects(section.links, ['label'])
  return (
    <SectionShell
      anchor={section.anchor}
      surface="amber"
      className="call-to-action"
      gridClassName="page-grid gap-y-10"
    >
      <div className="col-span-full lg:col-span-7">
        <Heading level={level} className="text-display">
          {section.heading}
        </Heading>
        <Text className={`mt-8 max-w-[24.5em] text-lead ${hasCheckout ? 'unless-member' : ''}`}>
          {section.text}
        </Text>
      </div>
      <div className="col-span-full">
        <SectionOffer label={section.checkoutLabel} site={site}>
          {links.map((link, index) => (
            <ContentLink
              key={link.key}
              link={link}
              site={site}
              className={index > 0 || hasCheckout ? 'button button-quiet' : 'button'}
            />
          ))}
        </SectionOffer>
      </div>
    </SectionShell>
  )
}
