import { Picture } from '@/components/ui/picture/Picture'
import { Heading } from '@/components/ui/text/Heading'
import { Text } from '@/components/ui/text/Text'
import { objectsIn } from '@/lib/content/contentGuards'
import { pictureFields } from '@/lib/content/fragments'
import { hasPicture } from '@/lib/content/image'
import { SectionShell } from '../SectionShell'
import type { SectionProps } from '../types'

/** GROQ projection of a `gallerySection`, with the one gallery that it shows. */
export const galleryFields = `
  heading,
  intro,
  "gallery": *[_type == "gallery" && _id == "gallery"][0]{
    _id,
    images[]{
      _key,
      caption,
      ${pictureFields}
    }
  }
` as const

/** The gallery as a contact sheet: numbered frames on black, one enlarged, one chosen in red. */
export function Gallery({ section, level }: SectionProps<'gallerySection'>) {
  // A picture whose file was deleted must not leave an empty frame.
  const pictures = objectsIn(section.gallery?.images).filter(hasPicture)
  return (
    <SectionShell anchor={section.anchor} surface="deep" grid="page-grid gap-y-10">
      <header className="col-span-full grid items-baseline gap-y-4 lg:grid-cols-subgrid">
        <Heading level={level} className="text-title lg:col-span-6">
          {section.heading}
        </Heading>
        <Text className="max-w-[44ch] text-lead text-muted lg:col-[8/-1]">{section.intro}</Text>
      </header>
      {pictures.length > 0 && (
        <ul className="gallery counted surface-ink col-span-full">
          {pictures.map((picture) => (
            <li key={picture.key}>
              <figure>
                <Picture picture={picture} width={640} sizes="(min-width: 64rem) 40vw, 50vw" aspect={3 / 2} />
                <Text as="figcaption">{picture.caption}</Text>
              </figure>
            </li>
          ))}
        </ul>
      )}
    </SectionShell>
  )
}
