import { CheckoutButton } from '@/components/membership/CheckoutButton'
import { CheckoutTerms } from '@/components/membership/CheckoutTerms'
import { ContentLink } from '@/components/ui/link/ContentLink'
import { isText, objectsIn } from '@/components/ui/list'
import { Heading } from '@/components/ui/text/Heading'
import { Text } from '@/components/ui/text/Text'
import { SectionShell } from '../SectionShell'
import type { SectionProps } from '../types'

/** The end of an inner page: what to do next. */
export function CallToActionSection({ section, level, site }: SectionProps<'callToActionSection'>) {
  const hasCheckout = isText(section.checkoutLabel)
  const links = objectsIn(section.links, ['label'])
  return (
    <SectionShell anchor={section.anchor} surface="amber" className="on-air">
      <div className="page-grid gap-y-10">
        <div className="col-span-full lg:col-span-7">
          <Heading level={level} className="text-display">
            {section.heading}
          </Heading>
          <Text className="mt-8 max-w-[40ch] text-lead">{section.text}</Text>
        </div>
        <div className="col-span-full">
          <div className="flex flex-wrap gap-4">
            <CheckoutButton label={section.checkoutLabel} offer={section.offer} />
            {links.map((link, index) => (
              <ContentLink
                key={link.key}
                link={link}
                opensInNewTab={site.messages?.accessibility?.opensInNewTab}
                className={index > 0 || hasCheckout ? 'button button-quiet' : 'button'}
              />
            ))}
          </div>
        </div>
        {hasCheckout && <CheckoutTerms offer={section.offer} className="col-span-full lg:col-span-6" />}
      </div>
    </SectionShell>
  )
}
