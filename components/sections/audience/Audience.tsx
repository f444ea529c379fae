import { Features } from '@/components/ui/text/Features'
import { getLevelBelow } from '@/components/ui/text/Heading'
import { featureFields } from '@/lib/content/reading/fragments'
import { SectionHeader } from '../SectionHeader'
import { SectionShell } from '../SectionShell'
import type { SectionProps } from '../types'

/** GROQ projection of an `audienceSection`. */
export const audienceFields = `_type == "audienceSection" => {
  heading,
  intro,
  audiences[]{${featureFields}}
}` as const

/** The membership's audiences, each with a large title. */
export function Audience({ section, level }: SectionProps<'audienceSection'>) {
  return (
    <SectionShell anchor={section.anchor} surface="bone" gridClassName="page-grid">
      <SectionHeader section={section} level={level} className="pb-6 lg:pb-12" />
      <Features
        features={section.audiences}
        level={getLevelBelow(level, section.heading)}
        className="sub-grid col-span-full"
        itemClassName="audience sub-grid col-span-full items-center gap-y-2 border-t border-text py-5 md:py-8 lg:py-12"
        titleClassName="audience-title md:col-[1/8] md:row-start-1"
        textClassName="max-w-[27em] text-muted md:col-[8/-1] md:row-start-1 lg:col-[9/-1]"
      />
    </SectionShell>
  )
}
