import { isText, objectsIn } from '@/components/ui/list'
import { below, Heading } from '@/components/ui/text/Heading'
import { Text } from '@/components/ui/text/Text'
import { SectionShell } from '../SectionShell'
import type { SectionProps } from '../types'

/** The equipment as a sheet: groups down the side, what is in them across. */
export function EquipmentSection({ section, level }: SectionProps<'equipmentSection'>) {
  const groups = objectsIn(section.groups)
    .map((group) => ({ ...group, items: objectsIn(group.items, ['name', 'detail']) }))
    .filter((group) => isText(group.title) || group.items.length > 0)
  return (
    <SectionShell anchor={section.anchor} surface="bone">
      <div className="page-grid">
        <header className="col-span-full grid items-baseline gap-y-4 pb-12 lg:grid-cols-subgrid">
          <Heading level={level} className="text-title lg:col-span-6">
            {section.heading}
          </Heading>
          <Text className="max-w-[44ch] text-lead text-muted lg:col-[8/-1]">{section.intro}</Text>
        </header>
        {groups.map((group) => (
          <div key={group.key} className="sub-grid col-span-full gap-y-3 border-t-2 border-text py-8">
            <Heading level={below(level, section.heading)} className="text-subtitle md:col-span-4">
              {group.title}
            </Heading>
            {group.items.length > 0 && (
              <ul className="md:col-[5/-1] lg:col-[6/-1]">
                {group.items.map((item) => (
                  <li
                    key={item.key}
                    className="grid gap-x-8 border-b border-rule py-3 last:border-0 sm:grid-cols-2"
                  >
                    <Text as="span" className="font-semibold">
                      {item.name}
                    </Text>
                    <Text as="span" className="text-muted sm:col-start-2">
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
