import { stegaClean } from '@sanity/client/stega'
import { Picture } from '@/components/ui/picture/Picture'
import { Heading } from '@/components/ui/text/Heading'
import { RichText } from '@/components/ui/text/RichText'
import { hasPicture } from '@/lib/content/media/image'
import { pictureFields } from '@/lib/content/reading/fragments'
import { hasText } from '@/lib/content/text/contentGuards'
import { plainText } from '@/lib/content/text/plainText'
import { SectionShell } from '../SectionShell'
import type { SectionProps } from '../types'

/** GROQ projection of a `textPictureSection`. */
export const textPictureFields = `_type == "textPictureSection" => {
  heading,
  text,
  picture{${pictureFields}},
  side
}` as const

/** Text beside a picture that extends to the edge of the window, or a picture alone, as wide as the window. */
export function TextPicture({ section, level, site, isFirst }: SectionProps<'textPictureSection'>) {
  if (!hasText(section.heading, plainText(section.text))) {
    return (
      <SectionShell anchor={section.anchor} surface="ink" className="wide-picture" gridClassName="contents">
        <Picture picture={section.picture} width={1920} sizes="100vw" isCropped priority={isFirst} />
      </SectionShell>
    )
  }
  const gridClassName =
    stegaClean(section.side) === 'left' ? 'text-picture text-picture-left' : 'text-picture'
  return (
    <SectionShell
      anchor={section.anchor}
      surface="bone"
      gridClassName={hasPicture(section.picture) ? gridClassName : 'page-grid'}
    >
      <Picture
        picture={section.picture}
        width={960}
        sizes="(min-width: 64rem) 50vw, 95vw"
        aspect={4 / 3}
        priority={isFirst}
      />
      <div className="text-picture-text">
        <Heading level={level} className="text-title">
          {section.heading}
        </Heading>
        <RichText
          value={section.text}
          level={level}
          heading={section.heading}
          site={site}
          className="mt-6 max-w-[29.5em]"
        />
      </div>
    </SectionShell>
  )
}
