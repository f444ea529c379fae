import { Picture } from '@/components/ui/picture/Picture'
import { Text } from '@/components/ui/text/Text'
import { objectsIn } from '@/lib/content/contentGuards'
import { pictureFields } from '@/lib/content/fragments'
import { hasPicture, pictureUrl } from '@/lib/content/image'
import { SectionHeader } from '../SectionHeader'
import { SectionShell } from '../SectionShell'
import type { SectionProps } from '../types'
import { GalleryList } from './GalleryList'

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

/** The gallery as a contact sheet: numbered frames on black, one enlarged, one chosen in red, all to be seen large. */
export function Gallery({ section, level, site }: SectionProps<'gallerySection'>) {
  // A picture whose file was deleted must not leave an empty frame.
  const pictures = objectsIn(section.gallery?.images).filter(hasPicture)
  const words = site.messages?.accessibility
  return (
    <SectionShell anchor={section.anchor} surface="deep" grid="page-grid gap-y-10">
      <SectionHeader heading={section.heading} intro={section.intro} level={level} />
      {pictures.length > 0 && (
        <GalleryList
          className="gallery counted surface-ink col-span-full"
          texts={{
            box: words?.largePictures,
            previous: words?.previousPicture,
            next: words?.nextPicture,
            close: words?.closePicture,
          }}
        >
          {pictures.map((picture) => (
            <li key={picture.key}>
              <figure>
                <a href={pictureUrl(picture, 1800) ?? undefined} className="gallery-link">
                  <Picture
                    picture={picture}
                    width={640}
                    sizes="(min-width: 64rem) 40vw, 50vw"
                    aspect={3 / 2}
                  />
                </a>
                <Text as="figcaption">{picture.caption}</Text>
              </figure>
            </li>
          ))}
        </GalleryList>
      )}
    </SectionShell>
  )
}
