import { Picture } from '@/components/ui/picture/Picture'
import { Heading } from '@/components/ui/text/Heading'
import { Text } from '@/components/ui/text/Text'
import { filterObjects } from '@/lib/content/contentGuards'
import { hasPicture } from '@/lib/content/image'
import { SectionShell } from '../SectionShell'
import type { SectionProps, SectionView } from '../types'

/** GROQ projection of a `logosSection`. Without a blurred preview, which would show through a transparent ground. */
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

/** Logos as plates in a rack. One whose picture is gone shows its name. */
function Logos({ section, level }: SectionProps<'logosSection'>) {
  const logos = filterObjects(section.logos, ['name'])
  return (
    <SectionShell anchor={section.anchor} surface="deep" grid="page-grid gap-y-8">
      <Heading level={level} className="col-span-full text-subtitle">
        {section.heading}
      </Heading>
      {logos.length > 0 && (
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
      )}
    </SectionShell>
  )
}

/** The `logosSection` as pages show it. */
export const logosSection: SectionView<'logosSection'> = {
  component: Logos,
  hasContent: ({ logos }) => filterObjects(logos, ['name']).length > 0,
}
