import { Heading, type HeadingLevel } from '@/components/ui/text/Heading'
import { Text } from '@/components/ui/text/Text'

type SectionHeaderProps = {
  section: { heading: unknown; intro: unknown }
  level: HeadingLevel
  /** Whether the section's content is beside the header on wide screens. The header then stays in view. */
  isAside?: boolean
  className?: string
}

/** The heading of a section and its introduction, which is beside the heading on wide screens, unless `isAside`. */
export function SectionHeader({ section, level, isAside = false, className = '' }: SectionHeaderProps) {
  const layout = isAside
    ? 'lg:sticky lg:top-12 lg:col-span-4 lg:self-start'
    : 'items-baseline lg:grid-cols-subgrid lg:[&>:not(p)]:col-span-6 lg:[&>p]:col-[8/-1]'
  return (
    <header className={`col-span-full grid gap-y-4 ${layout} ${className}`}>
      <Heading level={level} className="text-title">
        {section.heading}
      </Heading>
      <Text className="max-w-[27em] text-lead text-muted">{section.intro}</Text>
    </header>
  )
}
