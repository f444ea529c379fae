import { Picture } from '@/components/ui/picture/Picture'
import { Heading } from '@/components/ui/text/Heading'
import { Text } from '@/components/ui/text/Text'
import { hasPicture } from '@/lib/content/media/image'
import { pictureFields } from '@/lib/content/reading/fragments'
import { OpeningTransition } from '../OpeningTransition'
import { SectionShell } from '../SectionShell'
import type { SectionProps } from '../types'

/** GROQ projection of a `pageIntroSection`. */
export const pageIntroFields = `_type == "pageIntroSection" => {
  eyebrow,
  heading,
  lead,
  picture{${pictureFields}}
}` as const

/** The opening of a page other than the home page: its heading, and a picture that is round on the left. */
export function PageIntro({ section, level, isFirst }: SectionProps<'pageIntroSection'>) {
  const className = hasPicture(section.picture) ? 'page-intro page-intro-with-picture' : 'page-intro'
  return (
    <SectionShell
      anchor={section.anchor}
      surface="ink"
      className={className}
      gridClassName="bleed-grid items-start gap-y-12"
    >
      <div className="page-intro-text">
        <Text className="eyebrow mb-5">{section.eyebrow}</Text>
        <Heading level={level} className="text-display">
          {section.heading}
        </Heading>
        <Text className="mt-8 max-w-[21em] text-lead text-muted">{section.lead}</Text>
      </div>
      {hasPicture(section.picture) && (
        <OpeningTransition isEnabled={isFirst}>
          <div className="page-intro-picture">
            <Picture
              picture={section.picture}
              width={960}
              sizes="(min-width: 64rem) 52vw, 92vw"
              aspect={4 / 3}
              priority={isFirst}
            />
          </div>
        </OpeningTransition>
      )}
    </SectionShell>
  )
}
