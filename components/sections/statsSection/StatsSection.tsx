import { objectsIn } from '@/components/ui/list'
import { Heading } from '@/components/ui/text/Heading'
import { Text } from '@/components/ui/text/Text'
import { SectionShell } from '../SectionShell'
import type { SectionProps } from '../types'

/** The studio's record on a meter bridge: one lit dial for each figure. */
export function StatsSection({ section, level }: SectionProps<'statsSection'>) {
  const stats = objectsIn(section.stats, ['value', 'label'])
  return (
    <SectionShell anchor={section.anchor} surface="ink">
      <div className="page-grid gap-y-10">
        <Heading level={level} className="col-span-full text-subtitle text-accent">
          {section.heading}
        </Heading>
        {stats.length > 0 && (
          <ul className="meters col-span-full">
            {stats.map((stat) => (
              <li key={stat.key} className="meter">
                <Text className="meter-value">{stat.value}</Text>
                <Text className="meter-label">{stat.label}</Text>
              </li>
            ))}
          </ul>
        )}
      </div>
    </SectionShell>
  )
}
