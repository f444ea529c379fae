import { Features } from '@/components/ui/text/Features'
import { below, Heading, type HeadingLevel } from '@/components/ui/text/Heading'
import { objectsIn } from '@/lib/content/contentGuards'
import { featureFields } from '@/lib/content/fragments'

/** GROQ projection of the steps in an `offer`. */
export const offerStepFields = `
  nextHeading,
  nextSteps[]{${featureFields}}
` as const

type Step = { _key: string; title: string | null; text: string | null }

type OfferStepsProps = {
  offer: { nextHeading?: string | null; nextSteps?: Step[] | null } | null | undefined
  level: HeadingLevel
}

/** What happens after paying, beside the price. Without steps there is nothing. */
export function OfferSteps({ offer, level }: OfferStepsProps) {
  if (objectsIn(offer?.nextSteps, ['title', 'text']).length === 0) return null
  return (
    <div className="mt-8 border-t border-text pt-6">
      <Heading level={level} className="eyebrow font-text">
        {offer?.nextHeading}
      </Heading>
      <Features
        as="ol"
        features={offer?.nextSteps}
        level={below(level, offer?.nextHeading)}
        className="counted mt-4 grid gap-4"
        item="count grid grid-cols-[2.5rem_1fr] items-baseline [&>*]:col-start-2"
        title="font-semibold"
        text="text-muted"
      />
    </div>
  )
}
