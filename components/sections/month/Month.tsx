import { Features, hasFeatures } from '@/components/ui/text/Features'
import { getLevelBelow, Heading } from '@/components/ui/text/Heading'
import { Text } from '@/components/ui/text/Text'
import { featureFields } from '@/lib/content/reading/fragments'
import { hasText, isText } from '@/lib/content/text/contentGuards'
import { SectionShell } from '../SectionShell'
import type { SectionProps, SectionView } from '../types'

/** GROQ projection of a `monthSection`. */
export const monthFields = `_type == "monthSection" => {
  heading,
  intro,
  weeks[]{${featureFields}},
  episodes,
  turnaround
}` as const

/** A month of a membership: its weeks, by design four, on a tape with marks for the seven days of each. */
function Month({ section, level }: SectionProps<'monthSection'>) {
  const facts = [section.episodes, section.turnaround].filter(isText)
  return (
    <SectionShell anchor={section.anchor} surface="bone" gridClassName="page-grid gap-y-8 lg:gap-y-12">
      <header className="col-span-full lg:col-span-8">
        <Heading level={level} className="text-title">
          {section.heading}
        </Heading>
        <Text className="mt-5 max-w-[44ch] text-lead text-muted">{section.intro}</Text>
      </header>
      <Features
        as="ol"
        features={section.weeks}
        level={getLevelBelow(level, section.heading)}
        className="month col-span-full"
        itemClassName="month-week"
        titleClassName="text-subtitle"
        textClassName="mt-2 text-muted"
      />
      {facts.length > 0 && (
        <ul className="month-facts col-span-full">
          {facts.map((fact) => (
            <Text as="li" key={fact}>
              {fact}
            </Text>
          ))}
        </ul>
      )}
    </SectionShell>
  )
}

/** The registry entry of `monthSection`. */
export const monthSection: SectionView<'monthSection'> = {
  component: Month,
  hasContent: ({ heading, intro, weeks, episodes, turnaround }) =>
    hasText(heading, intro, episodes, turnaround) || hasFeatures(weeks),
}
