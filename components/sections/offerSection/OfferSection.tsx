import { CheckoutButton } from '@/components/membership/CheckoutButton'
import { CheckoutTerms } from '@/components/membership/CheckoutTerms'
import { OfferBonuses } from '@/components/membership/OfferBonuses'
import { OfferInclusions } from '@/components/membership/OfferInclusions'
import { OfferValues } from '@/components/membership/OfferValues'
import { offerValues } from '@/components/membership/offerValues'
import { isText } from '@/components/ui/list'
import { below, Heading } from '@/components/ui/text/Heading'
import { TemplateText } from '@/components/ui/text/TemplateText'
import { Text } from '@/components/ui/text/Text'
import { SectionShell } from '../SectionShell'
import { sectionHeading } from '../sectionHeading'
import type { SectionProps } from '../types'

/** The offer as a rate card: the price and the button beside a sheet that adds up. */
export function OfferSection({ section, level }: SectionProps<'offerSection'>) {
  const { offer } = section
  const heading = sectionHeading(section)
  if (!offer && !heading) return null
  const subLevel = below(level, heading)
  return (
    <SectionShell anchor={section.anchor} surface="deep">
      <div className="page-grid gap-y-12">
        <div className="col-span-full lg:sticky lg:top-10 lg:col-span-5 lg:self-start">
          <Text className="eyebrow mb-4">{section.eyebrow}</Text>
          <Heading level={level} className="text-title">
            {heading}
          </Heading>
          <Text className="mt-5 max-w-[40ch] text-lead">{section.intro}</Text>
          <TemplateText
            template={offer?.priceLine}
            values={offerValues(offer)}
            emphasis={{ introPrice: 'price-intro', regularPrice: 'price-regular' }}
            className="mt-8 border-t border-text pt-6 text-lead text-pretty"
          />
          <div className="mt-8 flex flex-wrap items-center gap-x-6 gap-y-3">
            <CheckoutButton label={section.checkoutLabel} offer={offer} />
            <Text className="font-semibold">{offer?.cancelNote}</Text>
          </div>
          {isText(section.checkoutLabel) && <CheckoutTerms offer={offer} className="mt-6" />}
        </div>
        {offer && (
          <div className="col-span-full lg:col-[6/-1] lg:ps-6">
            <Text className="mb-10 max-w-[52ch] text-muted">{offer.summary}</Text>
            <div className="rate-card surface-bone">
              <OfferInclusions offer={offer} level={subLevel} />
              <OfferValues offer={offer} level={subLevel} />
            </div>
            <OfferBonuses offer={offer} level={subLevel} />
          </div>
        )}
      </div>
    </SectionShell>
  )
}
