import { MemberOffer } from '@/components/membership/BookingLink'
import { CheckoutButton, CheckoutTerms } from '@/components/membership/CheckoutButton'
import { OfferSteps } from '@/components/membership/OfferSteps'
import { PaymentSchedule } from '@/components/membership/PaymentSchedule'
import { PriceLine } from '@/components/membership/PriceLine'
import { ContentLink } from '@/components/ui/link/ContentLink'
import { getLevelBelow, Heading } from '@/components/ui/text/Heading'
import { Text } from '@/components/ui/text/Text'
import { linkFields, offerStepFields, termFields } from '@/lib/content/reading/fragments'
import { isText } from '@/lib/content/text/contentGuards'
import { layoutElementIds } from '@/lib/layoutElementIds'
import { SectionShell } from '../SectionShell'
import { getSectionHeading } from '../sectionContent'
import type { SectionProps } from '../types'
import { OfferBonuses, OfferInclusions, OfferValues } from './OfferCard'

/** GROQ projection of an `offerSection`, with the site's offer. */
export const offerFields = `_type == "offerSection" => {
  eyebrow,
  heading,
  intro,
  checkoutLabel,
  secondaryLink{${linkFields}},
  "offer": *[_type == "offer" && _id == "offer"][0]{
    ${termFields},
    summary,
    priceLine,
    cancelNote,
    inclusionsHeading,
    inclusions[]{ _key, quantity, counts, title, text },
    valuesHeading,
    values[]{ _key, title, text, amount, unit },
    onceLabel,
    monthLabel,
    totalLine,
    totalNote,
    bonusesHeading,
    bonuses[]{ _key, title, text, amount },
    bonusLine,
    ${offerStepFields}
  }
}` as const

/** The full offer: the price and the checkout button beside the inclusions, values and bonuses. */
export function Offer({ section, level, site }: SectionProps<'offerSection'>) {
  const { offer } = section
  const heading = getSectionHeading(section)
  if (!offer && !heading) return null
  const subLevel = getLevelBelow(level, heading)
  return (
    <SectionShell anchor={section.anchor} surface="deep" gridClassName="page-grid gap-y-8 lg:gap-y-12">
      <div className="col-span-full lg:sticky lg:top-10 lg:col-span-5 lg:self-start">
        <Text className="unless-former eyebrow mb-4">{section.eyebrow}</Text>
        <Heading level={level} className="text-title">
          {heading}
        </Heading>
        <Text className="unless-former mt-5 max-w-[24.5em] text-lead">{section.intro}</Text>
        <div className="mt-8">
          <MemberOffer label={section.checkoutLabel} site={site}>
            <PriceLine
              site={site}
              emphasisClassNames={{ introPrice: 'price-intro', regularPrice: 'price-regular' }}
              className="border-t border-text pt-6 text-lead text-pretty"
            />
            <PaymentSchedule site={site} />
            {/* Focusable, so that the browser focuses it, and a screen reader reads it, when its anchor opens. */}
            <p id={layoutElementIds.checkoutCanceled} tabIndex={-1} dir="auto" className="checkout-canceled">
              {site.messages.checkout.canceledNote}
            </p>
            <div className="mt-8 flex flex-wrap items-center gap-x-6 gap-y-3">
              <CheckoutButton label={section.checkoutLabel} site={site} />
              <ContentLink link={section.secondaryLink} site={site} className="text-link" />
              <Text className="basis-full text-sm text-muted">{offer?.cancelNote}</Text>
            </div>
            {isText(section.checkoutLabel) && <CheckoutTerms offer={offer} className="mt-6" />}
            <OfferSteps offer={offer} level={subLevel} />
          </MemberOffer>
        </div>
      </div>
      {offer && (
        <div className="col-span-full lg:col-[6/-1] lg:ps-6">
          <Text className="mb-6 max-w-[32em] text-muted lg:mb-10">{offer.summary}</Text>
          <div className="offer-card surface-bone">
            <OfferInclusions offer={offer} level={subLevel} />
            <OfferValues offer={offer} level={subLevel} />
          </div>
          <OfferBonuses offer={offer} level={subLevel} />
        </div>
      )}
    </SectionShell>
  )
}
