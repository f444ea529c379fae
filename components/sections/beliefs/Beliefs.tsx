import { below, Heading } from '@/components/ui/text/Heading'
import { Text } from '@/components/ui/text/Text'
import { objectsIn } from '@/lib/content/contentGuards'
import { featureFields } from '@/lib/content/fragments'
import { SectionShell } from '../SectionShell'
import type { SectionProps } from '../types'

/** GROQ projection of a `beliefsSection`. */
export const beliefsFields = `
  heading,
  intro,
  beliefs[]{${featureFields}}
` as const

/** The beliefs as statements, each a step further in. */
export function Beliefs({ section, level }: SectionProps<'beliefsSection'>) {
  const beliefs = objectsIn(section.beliefs, ['title', 'text'])
  return (
    <SectionShell
      anchor={section.anchor}
      surface="deep"
      className="beliefs ring-field py-section"
      grid="page-grid gap-y-14"
    >
      <header className="col-span-full grid items-baseline gap-y-4 lg:grid-cols-subgrid">
        <Heading level={level} className="text-subtitle text-accent lg:col-span-5">
          {section.heading}
        </Heading>
        <Text className="max-w-[44ch] text-lead lg:col-[8/-1]">{section.intro}</Text>
      </header>
      {beliefs.length > 0 && (
        <ul className="belief-list sub-grid col-span-full gap-y-14">
          {beliefs.map((belief) => (
            <li key={belief.key}>
              <Heading level={below(level, section.heading)} className="text-title">
                {belief.title}
              </Heading>
              <Text className="mt-4 max-w-[46ch] text-lead text-muted">{belief.text}</Text>
            </li>
          ))}
        </ul>
      )}
    </SectionShell>
  )
}
