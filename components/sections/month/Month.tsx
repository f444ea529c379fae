import { stegaClean } from '@sanity/client/stega'
import { Features } from '@/components/ui/text/Features'
import { getLevelBelow } from '@/components/ui/text/Heading'
import { Text } from '@/components/ui/text/Text'
import { TextList } from '@/components/ui/text/TextList'
import { featureFields } from '@/lib/content/reading/fragments'
import { filterObjects } from '@/lib/content/text/contentGuards'
import { SectionHeader } from '../SectionHeader'
import { SectionShell } from '../SectionShell'
import type { SectionProps } from '../types'

/** GROQ projection of a `monthSection`. */
export const monthFields = `_type == "monthSection" => {
  heading,
  intro,
  weeks[]{${featureFields}},
  episodes,
  turnaround
}` as const

/** The `counts` of the offer's inclusions that the section draws, with one mark per unit. */
const drawnCounts: readonly string[] = ['hours', 'clips']
const isDrawable = (quantity: number | null) => quantity !== null && quantity >= 1 && quantity <= 40

/**
 * A month of a membership: marks for its hours and for the clips per episode, and its weeks on a tape with a mark for
 * each day. The design expects four weeks.
 */
export function Month({ section, level, site }: SectionProps<'monthSection'>) {
  const quantities = filterObjects(site.offer?.inclusions, ['title']).filter(
    ({ quantity, counts }) => drawnCounts.includes(stegaClean(counts) ?? '') && isDrawable(quantity),
  )
  return (
    <SectionShell anchor={section.anchor} surface="bone" gridClassName="page-grid gap-y-8 lg:gap-y-12">
      <SectionHeader section={section} level={level} />
      {quantities.length > 0 && (
        <div className="month-quantities col-span-full">
          {quantities.map(({ key, quantity, counts, title }) => (
            <div key={key} className={`month-quantity month-${stegaClean(counts)}`}>
              <span aria-hidden className="month-marks" style={{ '--count': quantity ?? 0 }} />
              <p className="font-semibold">
                {quantity} <Text as="span">{title}</Text>
              </p>
            </div>
          ))}
        </div>
      )}
      <Features
        as="ol"
        features={section.weeks}
        level={getLevelBelow(level, section.heading)}
        className="month col-span-full"
        itemClassName="month-week"
        titleClassName="text-subtitle"
        textClassName="mt-2 text-muted"
      />
      <TextList texts={[section.episodes, section.turnaround]} className="month-facts col-span-full" />
    </SectionShell>
  )
}
