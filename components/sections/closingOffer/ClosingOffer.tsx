import { SectionOffer } from '@/components/membership/CheckoutButton'
import { Heading } from '@/components/ui/text/Heading'
import { Text } from '@/components/ui/text/Text'
import { TextList } from '@/components/ui/text/TextList'
import { SectionShell } from '../SectionShell'
import type { SectionProps } from '../types'

/** GROQ projection of a `closingOfferSection`. */
export const closingOfferFields = `_type == "closingOfferSection" => {
  heading,
  text,
  providersIntro,
  providers,
  availabilityNote,
  checkoutLabel
}` as const

/** A final call to action: the checkout button, and the providers that let members pay over time. */
export function ClosingOffer({ section, level, site }: SectionProps<'closingOfferSection'>) {
  return (
    <SectionShell
      anchor={section.anchor}
      surface="ink"
      className="closing-offer ring-field lamp-glow py-section"
      gridClassName="page-grid gap-y-8"
    >
      <div className="col-span-full lg:col-span-7">
        <Heading level={level} className="text-title">
          {section.heading}
        </Heading>
        <Text className="mt-5 max-w-[29.5em] text-lead text-muted">{section.text}</Text>
        <div className="mt-8">
          <SectionOffer label={section.checkoutLabel} site={site} />
        </div>
      </div>
      <div className="col-span-full lg:col-[9/-1]">
        <Text className="mb-6 max-w-[24.5em] text-lead text-pretty">{section.availabilityNote}</Text>
        <Text className="eyebrow">{section.providersIntro}</Text>
        <TextList texts={section.providers} className="mt-2 text-muted" />
      </div>
    </SectionShell>
  )
}
