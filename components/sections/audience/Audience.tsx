import { below, Heading } from '@/components/ui/text/Heading'
import { Text } from '@/components/ui/text/Text'
import { objectsIn } from '@/lib/content/contentGuards'
import { featureFields } from '@/lib/content/fragments'
import { SectionShell } from '../SectionShell'
import type { SectionProps } from '../types'

/** GROQ projection of an `audienceSection`. */
export const audienceFields = `
  heading,
  intro,
  audiences[]{${featureFields}}
` as const

/** Who the membership is for: one large line each, and a seat at the table. */
export function Audience({ section, level }: SectionProps<'audienceSection'>) {
  const audiences = objectsIn(section.audiences, ['title', 'text'])
  return (
    <SectionShell anchor={section.anchor} surface="bone" grid="page-grid">
      <header className="col-span-full grid items-baseline gap-y-4 pb-12 lg:grid-cols-subgrid">
        <Heading level={level} className="text-subtitle text-accent lg:col-span-5">
          {section.heading}
        </Heading>
        <Text className="max-w-[44ch] text-lead lg:col-[8/-1]">{section.intro}</Text>
      </header>
      {audiences.length > 0 && (
        <ul className="audiences sub-grid col-span-full">
          {audiences.map((audience) => (
            <li
              key={audience.key}
              className="audience sub-grid col-span-full items-center gap-y-4 border-t border-text py-8 lg:py-12"
            >
              <Heading
                level={below(level, section.heading)}
                className="text-title md:col-[1/8] md:row-start-1"
              >
                {audience.title}
              </Heading>
              <Text className="max-w-[44ch] text-muted md:col-[8/-1] md:row-start-1 lg:col-[9/-1]">
                {audience.text}
              </Text>
            </li>
          ))}
        </ul>
      )}
    </SectionShell>
  )
}
