import { Picture } from '@/components/ui/picture/Picture'
import { Heading } from '@/components/ui/text/Heading'
import { RichText } from '@/components/ui/text/RichText'
import { hasPicture } from '@/lib/content/media/image'
import { pictureFields } from '@/lib/content/reading/fragments'
import { SectionShell } from '../SectionShell'
import type { SectionProps } from '../types'

/** GROQ projection of a `missionSection`. */
export const missionFields = `_type == "missionSection" => {
  heading,
  text,
  picture{${pictureFields}}
}` as const

/** The studio's mission as a large statement. */
export function Mission({ section, level, site }: SectionProps<'missionSection'>) {
  return (
    <SectionShell anchor={section.anchor} surface="bone" gridClassName="page-grid gap-y-10">
      <Heading level={level} className="col-span-full text-title lg:col-span-8 lg:mb-6">
        {section.heading}
      </Heading>
      {hasPicture(section.picture) && (
        <div className="mission-picture col-span-full md:col-span-5 md:row-start-2">
          <Picture picture={section.picture} width={640} sizes="(min-width: 64rem) 38vw, 90vw" aspect={1} />
        </div>
      )}
      <RichText
        value={section.text}
        level={level}
        heading={section.heading}
        site={site}
        className="col-span-full max-w-[33em] text-lead md:col-[7/-1] md:row-start-2 lg:col-[8/-1] md:self-center"
      />
    </SectionShell>
  )
}
