import { Heading } from '@/components/ui/text/Heading'
import { Text } from '@/components/ui/text/Text'
import { filterObjects } from '@/lib/content/text/contentGuards'
import { SectionShell } from '../SectionShell'
import type { SectionProps } from '../types'

/** GROQ projection of a `statsSection`. */
export const statsFields = `_type == "statsSection" => {
  heading,
  stats[]{ _key, value, label },
  source
}` as const

/** The studio's figures. */
export function Stats({ section, level }: SectionProps<'statsSection'>) {
  const stats = filterObjects(section.stats, ['value', 'label'])
  return (
    <SectionShell anchor={section.anchor} surface="ink" className="stats" gridClassName="page-grid gap-y-6">
      <Heading level={level} className="eyebrow col-span-full font-text lg:col-span-3">
        {section.heading}
      </Heading>
      {stats.length > 0 && (
        <ul className="stat-list col-span-full lg:col-[4/-1]">
          {stats.map((stat) => (
            <li key={stat.key} className="stat">
              <Text className="stat-value">{stat.value}</Text>
              <Text className="stat-label">{stat.label}</Text>
            </li>
          ))}
        </ul>
      )}
      <Text className="col-span-full text-sm text-muted lg:col-[4/-1]">{section.source}</Text>
    </SectionShell>
  )
}
