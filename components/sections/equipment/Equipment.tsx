import { getLevelBelow, Heading } from '@/components/ui/text/Heading'
import { Text } from '@/components/ui/text/Text'
import { filterObjects, isText } from '@/lib/content/contentGuards'
import { SectionHeader } from '../SectionHeader'
import { SectionShell } from '../SectionShell'
import type { SectionProps } from '../types'

/** GROQ projection of an `equipmentSection`. */
export const equipmentFields = `
  heading,
  intro,
  groups[]{
    _key,
    title,
    items[]{ _key, name, detail }
  }
`

/** The equipment: a labeled strip for each group, with its items. */
export function Equipment({ section, level }: SectionProps<'equipmentSection'>) {
  const groups = filterObjects(section.groups)
    .map((group) => ({ ...group, items: filterObjects(group.items, ['name', 'detail']) }))
    .filter((group) => isText(group.title) || group.items.length > 0)
  return (
    <SectionShell anchor={section.anchor} surface="deep" grid="page-grid">
      <SectionHeader heading={section.heading} intro={section.intro} level={level} className="pb-12" />
      <div className="equipment-groups surface-ink col-span-full">
        {groups.map((group) => (
          <div key={group.key} className="equipment-group">
            <Heading level={getLevelBelow(level, section.heading)} className="equipment-label">
              {group.title}
            </Heading>
            {group.items.length > 0 && (
              <ul className="equipment-items">
                {group.items.map((item) => (
                  <li key={item.key} className="equipment-item">
                    <Text as="span" className="font-semibold">
                      {item.name}
                    </Text>{' '}
                    <Text as="span" className="block text-sm text-muted">
                      {item.detail}
                    </Text>
                  </li>
                ))}
              </ul>
            )}
          </div>
        ))}
      </div>
    </SectionShell>
  )
}
