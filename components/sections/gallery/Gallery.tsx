import { Picture } from '@/components/ui/picture/Picture'
import { Text } from '@/components/ui/text/Text'
import { hasPicture, pictureUrl } from '@/lib/content/media/image'
import { pictureFields } from '@/lib/content/reading/fragments'
import { filterObjects } from '@/lib/content/text/contentGuards'
import { SectionHeader } from '../SectionHeader'
import { SectionShell } from '../SectionShell'
import type { SectionProps } from '../types'
import { GalleryList } from './GalleryList'

/** GROQ projection of a `gallerySection`, with the site's gallery. */
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

/** The gallery as a contact sheet: numbered pictures on black. Each opens in the lightbox. */
export function Gallery({ section, level, site }: SectionProps<'gallerySection'>) {
  // Omits deleted pictures, which would leave empty frames.
  const pictures = filterObjects(section.gallery?.images).filter(hasPicture)
  const labels = site.messages.accessibility
  return (
    <SectionShell anchor={section.anchor} surface="deep" gridClassName="page-grid gap-y-10">
      <SectionHeader section={section} level={level} />
      {pictures.length > 0 && (
        <GalleryList
          className="gallery counted surface-ink col-span-full"
          texts={{
            dialog: labels.largePictures,
            previous: labels.previousPicture,
            next: labels.nextPicture,
            close: labels.closePicture,
          }}
        >
          {pictures.map((picture, index) => (
            <li key={picture.key}>
              <figure>
                <a
                  href={pictureUrl(picture, 1800) ?? undefined}
                  aria-haspopup="dialog"
                  className="gallery-link"
                >
                  <Picture
                    picture={picture}
                    width={640}
                    sizes={getTileSizes(index, pictures.length)}
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
      {pictures.length > 0 && (
        <Text className="col-span-full -mt-6 text-sm text-muted">{site.settings?.pictureNote}</Text>
      )}
    </SectionShell>
  )
}

/** Returns the `sizes` of a picture. In the style sheet, the first and last pictures span otherwise empty columns. */
function getTileSizes(index: number, count: number): string {
  const [isFirst, isLast] = [index === 0, index === count - 1]
  const remainder = count % 3
  const spansThreeColumns = isFirst && remainder === 1
  const spansTwoColumns = (isFirst && remainder !== 1) || (isLast && remainder === 2 && count > 2)
  const wideScreenSize = spansThreeColumns ? '92vw' : spansTwoColumns ? '62vw' : '31vw'
  const narrowScreenSize = isFirst || (isLast && count % 2 === 0) ? '100vw' : '50vw'
  return `(min-width: 64rem) ${wideScreenSize}, ${narrowScreenSize}`
}
