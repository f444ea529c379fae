import { Picture } from '@/components/ui/picture/Picture'
import { Heading } from '@/components/ui/text/Heading'
import { RichText } from '@/components/ui/text/RichText'
import { SectionShell } from '../SectionShell'
import type { SectionProps } from '../types'

/** Why the studio exists, in its own words. */
export function MissionSection({ section, level, site }: SectionProps<'missionSection'>) {
  return (
    <SectionShell anchor={section.anchor} surface="bone">
      <div className="page-grid gap-y-10">
        <Heading level={level} className="col-span-full text-title lg:col-span-8 lg:mb-6">
          {section.heading}
        </Heading>
        <Picture
          picture={section.picture}
          width={640}
          sizes="(min-width: 64rem) 40vw, 100vw"
          aspect={1}
          className="col-span-full md:col-span-5 md:row-start-2"
        />
        <RichText
          value={section.text}
          level={level}
          heading={section.heading}
          opensInNewTab={site.messages?.accessibility?.opensInNewTab}
          className="col-span-full max-w-[58ch] text-lead md:col-[6/-1] md:row-start-2 lg:col-[7/-1]"
        />
      </div>
    </SectionShell>
  )
}
