import { Picture } from '@/components/ui/picture/Picture'
import { Heading } from '@/components/ui/text/Heading'
import { Text } from '@/components/ui/text/Text'
import { hasPicture } from '@/lib/content/media/image'
import { filterObjects } from '@/lib/content/text/contentGuards'
import { SectionShell } from '../SectionShell'
import type { SectionProps } from '../types'

/** GROQ projection of a `logosSection`. It omits blurred previews, which would show through transparent logos. */
export const logosFields = `_type == "logosSection" => {
  heading,
  logos[]{
    _key,
    name,
    picture{
      crop,
      hotspot,
      asset->{
        _id,
        metadata{
          dimensions{ width, height }
        }
      }
    }
  }
}` as const

/** Logos on plates. A logo without a picture shows its name. */
export function Logos({ section, level }: SectionProps<'logosSection'>) {
  const logos = filterObjects(section.logos, ['name'])
  return (
    <SectionShell anchor={section.anchor} surface="deep" gridClassName="page-grid gap-y-8">
      <Heading level={level} className="col-span-full text-subtitle">
        {section.heading}
      </Heading>
      <ul className="logo-list surface-ink col-span-full">
        {logos.map(({ key, name, picture }) => (
          <li key={key} className="logo">
            {hasPicture(picture) ? (
              <Picture picture={{ ...picture, alt: name }} width={192} sizes="12rem" />
            ) : (
              <Text as="span" className="font-display">
                {name}
              </Text>
            )}
          </li>
        ))}
      </ul>
    </SectionShell>
  )
}
