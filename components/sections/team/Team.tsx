import { Picture } from '@/components/ui/picture/Picture'
import { getLevelBelow, Heading } from '@/components/ui/text/Heading'
import { Text } from '@/components/ui/text/Text'
import { pictureFields } from '@/lib/content/reading/fragments'
import { filterObjects } from '@/lib/content/text/contentGuards'
import { SectionHeader } from '../SectionHeader'
import { SectionShell } from '../SectionShell'
import type { SectionProps } from '../types'

/** GROQ projection of a `teamSection`. */
export const teamFields = `_type == "teamSection" => {
  heading,
  intro,
  people[]{
    _key,
    name,
    role,
    text,
    picture{${pictureFields}}
  }
}` as const

/** The studio's team, laid out like film credits: each role beside the name. */
export function Team({ section, level }: SectionProps<'teamSection'>) {
  const people = filterObjects(section.people, ['name'])
  return (
    <SectionShell anchor={section.anchor} surface="bone" gridClassName="page-grid gap-y-8 lg:gap-y-12">
      <SectionHeader section={section} level={level} />
      <ul className="team sub-grid col-span-full">
        {people.map(({ key, name, role, text, picture }) => (
          <li key={key} className="person">
            <Text className="person-role text-muted">{role}</Text>
            <div className="person-text">
              <Heading level={getLevelBelow(level, section.heading)} className="text-title">
                {name}
              </Heading>
              <Text className="mt-3 max-w-[27em] text-muted">{text}</Text>
            </div>
            <Picture picture={picture} width={320} sizes="(min-width: 48rem) 14rem, 7rem" aspect={1} />
          </li>
        ))}
      </ul>
    </SectionShell>
  )
}
