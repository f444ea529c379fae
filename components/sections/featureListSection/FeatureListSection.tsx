import { objectsIn } from '@/components/ui/list'
import { below, Heading } from '@/components/ui/text/Heading'
import { Text } from '@/components/ui/text/Text'
import { SectionShell } from '../SectionShell'
import type { SectionProps } from '../types'

/** A list of features beside a heading that stays while the list is read. */
export function FeatureListSection({ section, level }: SectionProps<'featureListSection'>) {
  const features = objectsIn(section.features, ['title', 'text'])
  return (
    <SectionShell anchor={section.anchor} surface="bone">
      <div className="page-grid gap-y-12">
        <header className="col-span-full lg:sticky lg:top-12 lg:col-span-4 lg:self-start">
          <Heading level={level} className="text-title">
            {section.heading}
          </Heading>
          <Text className="mt-5 max-w-[32ch] text-lead text-muted">{section.intro}</Text>
        </header>
        {features.length > 0 && (
          <ul className="counted col-span-full grid gap-x-column md:grid-cols-2 lg:col-[6/-1]">
            {features.map((feature) => (
              <li
                key={feature.key}
                className="count grid grid-cols-[3rem_1fr] border-t border-rule py-7 md:pe-4"
              >
                <div>
                  <Heading level={below(level, section.heading)} className="text-subtitle">
                    {feature.title}
                  </Heading>
                  <Text className="mt-3 text-muted">{feature.text}</Text>
                </div>
              </li>
            ))}
          </ul>
        )}
      </div>
    </SectionShell>
  )
}
