import { getLevelBelow, Heading } from '@/components/ui/text/Heading'
import { Text } from '@/components/ui/text/Text'
import { filterObjects, isText } from '@/lib/content/text/contentGuards'
import { SectionHeader } from '../SectionHeader'
import { SectionShell } from '../SectionShell'
import type { SectionProps } from '../types'

/** GROQ projection of an `equipmentSection`. */
export const equipmentFields = `_type == "equipmentSection" => {
  heading,
  intro,
  groups[]{
    _key,
    title,
    items[]{ _key, name, detail }
  }
}` as const

/** The groups of equipment, each with a label and its items. */
export function Equipment({ section, level }: SectionProps<'equipmentSection'>) {
  const groups = filterGroups(section.groups)
  return (
    <SectionShell anchor={section.anchor} surface="deep" gridClassName="page-grid">
      <SectionHeader section={section} level={level} className="pb-12" />
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

/** Returns the groups that have a title or items, without items that have neither name nor detail. */
export function filterGroups(groups: SectionProps<'equipmentSection'>['section']['groups']) {
  return filterObjects(groups)
    .map((group) => ({ ...group, items: filterObjects(group.items, ['name', 'detail']) }))
    .filter((group) => isText(group.title) || group.items.length > 0)
}
