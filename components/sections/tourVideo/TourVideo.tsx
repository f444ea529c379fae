import { Video } from '@/components/ui/video/Video'
import { videoFields } from '@/lib/content/reading/fragments'
import { SectionHeader } from '../SectionHeader'
import { SectionShell } from '../SectionShell'
import type { SectionProps } from '../types'

/** GROQ projection of a `tourVideoSection`. */
export const tourVideoFields = `_type == "tourVideoSection" => {
  heading,
  text,
  video{${videoFields}}
}` as const

/** The video tour of the studio, as wide as the page. */
export function TourVideo({ section, level, site, isFirst }: SectionProps<'tourVideoSection'>) {
  return (
    <SectionShell anchor={section.anchor} surface="ink" gridClassName="page-grid gap-y-8">
      <SectionHeader section={{ heading: section.heading, intro: section.text }} level={level} />
      <Video
        video={section.video}
        site={site}
        sizes="(min-width: 96rem) 86rem, 100vw"
        priority={isFirst}
        className="tour-video col-span-full -mx-3 md:mx-0"
      />
    </SectionShell>
  )
}
