import { Features } from '@/components/ui/text/Features'
import { getLevelBelow } from '@/components/ui/text/Heading'
import { featureFields } from '@/lib/content/reading/fragments'
import { SectionHeader } from '../SectionHeader'
import { SectionShell } from '../SectionShell'
import type { SectionProps } from '../types'
import { FeatureDrawing } from './FeatureDrawing'

/** GROQ projection of a `featureListSection`. */
export const featureListFields = `_type == "featureListSection" => {
  heading,
  intro,
  features[]{${featureFields}, drawing}
}` as const

/** Features with their drawings, beside a sticky heading. The style sheet draws a knob for a feature without a drawing. */
export function FeatureList({ section, level }: SectionProps<'featureListSection'>) {
  return (
    <SectionShell anchor={section.anchor} surface="bone" gridClassName="page-grid gap-y-8 lg:gap-y-12">
      <SectionHeader section={section} level={level} isAside />
      <Features
        features={section.features}
        level={getLevelBelow(level, section.heading)}
        className="feature-list col-span-full lg:col-[6/-1]"
        itemClassName="feature-item"
        titleClassName="text-subtitle"
        textClassName="mt-2 text-muted lg:mt-3"
        renderDrawing={(feature) => <FeatureDrawing name={feature.drawing} />}
      />
    </SectionShell>
  )
}
