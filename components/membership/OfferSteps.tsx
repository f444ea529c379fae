import { Features } from '@/components/ui/text/Features'
import { getLevelBelow, Heading, type HeadingLevel } from '@/components/ui/text/Heading'
import { Text } from '@/components/ui/text/Text'
import { TextList } from '@/components/ui/text/TextList'
import { filterObjects } from '@/lib/content/text/contentGuards'
import type { OfferNextSteps } from '@/lib/content/text/offerTypes'

/** The steps after the payment, each with its title and text, beside the full offer. Renders nothing without steps. */
export function OfferSteps({
  offer,
  level,
}: {
  offer: OfferNextSteps | null | undefined
  level: HeadingLevel
}) {
  if (filterObjects(offer?.nextSteps, ['title', 'text']).length === 0) return null
  return (
    <div className="mt-8 border-t border-text pt-6">
      <Heading level={level} className="eyebrow font-text">
        {offer?.nextHeading}
      </Heading>
      <Features
        as="ol"
        features={offer?.nextSteps}
        level={getLevelBelow(level, offer?.nextHeading)}
        className="counted mt-4 grid gap-4"
        itemClassName="count grid grid-cols-[2.5rem_1fr] items-baseline [&>*]:col-start-2"
        titleClassName="font-semibold"
        textClassName="text-muted"
      />
    </div>
  )
}

/** Only the titles of the steps after the payment, side by side. Renders nothing without steps. */
export function OfferStepTitles({ offer }: { offer: OfferNextSteps | null | undefined }) {
  const steps = filterObjects(offer?.nextSteps, ['title'])
  if (steps.length === 0) return null
  return (
    <div className="mt-4 text-sm">
      <Text className="font-semibold">{offer?.nextHeading}</Text>
      <TextList
        as="ol"
        texts={steps.map(({ title }) => title)}
        className="counted mt-1 flex flex-wrap gap-x-6 gap-y-1"
        itemClassName="count [&::before]:me-2"
      />
    </div>
  )
}
