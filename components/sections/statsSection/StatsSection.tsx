import { objectsIn } from '@/components/ui/list'
import { Heading } from '@/components/ui/text/Heading'
import { Text } from '@/components/ui/text/Text'
import { SectionShell } from '../SectionShell'
import type { SectionProps } from '../types'

/** The studio's record, in figures that carry across a room. */
export function StatsSection({ section, level }: SectionProps<'statsSection'>) {
  const stats = objectsIn(section.stats, ['value', 'label'])
  return (
    <SectionShell anchor={section.anchor} surface="ink">
      <div className="page-grid gap-y-10">
        <Heading level={level} className="col-span-full text-subtitle text-accent">
          {section.heading}
        </Heading>
        {stats.length > 0 && (
          <ul className="col-span-full grid gap-x-column gap-y-12 md:grid-cols-2">
            {stats.map((stat) => (
              <li key={stat.key} className="border-t border-rule pt-6">
                <Text className="font-display text-figure text-amber">{stat.value}</Text>
                <Text className="mt-3 text-lead text-muted">{stat.label}</Text>
              </li>
            ))}
          </ul>
        )}
      </div>
    </SectionShell>
  )
}
