import { Features } from '@/components/ui/text/Features'
import { getLevelBelow } from '@/components/ui/text/Heading'
import { featureFields } from '@/lib/content/reading/fragments'
import { SectionHeader } from '../SectionHeader'
import { SectionShell } from '../SectionShell'
import type { SectionProps } from '../types'

/** GROQ projection of a `beliefsSection`. */
export const beliefsFields = `_type == "beliefsSection" => {
  heading,
  intro,
  beliefs[]{${featureFields}}
}` as const

/** The beliefs as large statements, at three alternating indents. */
export function Beliefs({ section, level }: SectionProps<'beliefsSection'>) {
  return (
    <SectionShell
      anchor={section.anchor}
      surface="deep"
      className="beliefs ring-field py-section"
      gridClassName="page-grid gap-y-14"
    >
      <SectionHeader section={section} level={level} />
      <Features
        features={section.beliefs}
        level={getLevelBelow(level, section.heading)}
        className="belief-list sub-grid col-span-full gap-y-14"
        titleClassName="text-heading"
        textClassName="mt-4 max-w-[28em] text-lead text-muted"
      />
    </SectionShell>
  )
}
