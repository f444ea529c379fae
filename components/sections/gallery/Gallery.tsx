import { Picture } from '@/components/ui/picture/Picture'
import { Text } from '@/components/ui/text/Text'
import { filterObjects, hasText } from '@/lib/content/contentGuards'
import { pictureFields } from '@/lib/content/fragments'
import { hasPicture, pictureUrl } from '@/lib/content/image'
import { SectionHeader } from '../SectionHeader'
import { SectionShell } from '../SectionShell'
import type { SectionProps, SectionView } from '../types'
import { GalleryList } from './GalleryList'

/** GROQ projection of a `gallerySection`, with the one gallery that it shows. */
export const galleryFields = `_type == "gallerySection" => {
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
}` as const

/** The gallery as a contact sheet: numbered frames on black, one enlarged, one chosen in red, all to be seen large. */
function Gallery({ section, level, site }: SectionProps<'gallerySection'>) {
  // Leaves no empty frame for a deleted picture.
  const pictures = filterObjects(section.gallery?.images).filter(hasPicture)
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
          {pictures.map((picture, index) => (
            <li key={picture.key}>
              <figure>
                <a href={pictureUrl(picture, 1800) ?? undefined} className="gallery-link">
                  <Picture
                    picture={picture}
                    width={640}
                    sizes={tileSizes(index, pictures.length)}
                    aspect={3 / 2}
                    isCropped
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

/** The `gallerySection` as pages show it. */
export const gallerySection: SectionView<'gallerySection'> = {
  component: Gallery,
  hasContent: ({ heading, intro, gallery }) =>
    hasText(heading, intro) || filterObjects(gallery?.images).some(hasPicture),
}

/** The `sizes` of a tile: the style sheet lets the first and the last one span the empty columns of the grid. */
function tileSizes(index: number, count: number): string {
  const [isFirst, isLast] = [index === 0, index === count - 1]
  const rest = count % 3
  const whole = isFirst && rest === 1
  const double = (isFirst && rest !== 1) || (isLast && rest === 2 && count > 2)
  const wide = whole ? '92vw' : double ? '62vw' : '31vw'
  const narrow = isFirst || (isLast && count % 2 === 0) ? '100vw' : '50vw'
  return `(min-width: 64rem) ${wide}, ${narrow}`
}
