import { Features, hasFeatures } from '@/components/ui/text/Features'
import { getLevelBelow } from '@/components/ui/text/Heading'
import { hasText } from '@/lib/content/contentGuards'
import { featureFields } from '@/lib/content/fragments'
import { SectionHeader } from '../SectionHeader'
import { SectionShell } from '../SectionShell'
import type { SectionProps, SectionView } from '../types'

/** GROQ projection of an `audienceSection`. */
export const audienceFields = `_type == "audienceSection" => {
  heading,
  intro,
  audiences[]{${featureFields}}
}` as const

/** The audience of the membership: one large line for each group. */
function Audience({ section, level }: SectionProps<'audienceSection'>) {
  return (
    <SectionShell anchor={section.anchor} surface="bone" grid="page-grid">
      <SectionHeader
        heading={section.heading}
        intro={section.intro}
        level={level}
        small
        className="pb-6 lg:pb-12"
      />
      <Features
        features={section.audiences}
        level={getLevelBelow(level, section.heading)}
        className="audiences sub-grid col-span-full"
        item="audience sub-grid col-span-full items-center gap-y-1 border-t border-text py-5 md:py-8 lg:py-12"
        title="audience-title md:col-[1/8] md:row-start-1"
        text="max-w-[44ch] text-muted md:col-[8/-1] md:row-start-1 lg:col-[9/-1]"
      />
    </SectionShell>
  )
}

/** The `audienceSection` as pages show it. */
export const audienceSection: SectionView<'audienceSection'> = {
  component: Audience,
  hasContent: ({ heading, intro, audiences }) => hasText(heading, intro) || hasFeatures(audiences),
}
