import { Heading, type HeadingLevel } from '@/components/ui/text/Heading'
import { Text } from '@/components/ui/text/Text'

type SectionHeaderProps = {
  section: { heading: unknown; intro: unknown }
  level: HeadingLevel
  className?: string
}

/** The heading of a section, with its introduction beside it on wide screens. */
export function SectionHeader({ section, level, className = '' }: SectionHeaderProps) {
  return (
    <header className={`col-span-full grid items-baseline gap-y-4 lg:grid-cols-subgrid ${className}`}>
      <Heading level={level} className="text-title lg:col-span-6">
        {section.heading}
      </Heading>
      <Text className="max-w-[27em] text-lead text-muted lg:col-[8/-1]">{section.intro}</Text>
    </header>
  )
}
