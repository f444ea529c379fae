import { Video } from '@/components/ui/video/Video'
import { hasVideo } from '@/lib/content/media/video'
import { videoFields } from '@/lib/content/reading/fragments'
import { hasText } from '@/lib/content/text/contentGuards'
import { SectionHeader } from '../SectionHeader'
import { SectionShell } from '../SectionShell'
import type { SectionProps, SectionView } from '../types'

/** GROQ projection of a `tourVideoSection`. */
export const tourVideoFields = `_type == "tourVideoSection" => {
  heading,
  text,
  video{${videoFields}}
}` as const

/** The video tour of the studio, as wide as the page. */
function TourVideo({ section, level, site, isFirst }: SectionProps<'tourVideoSection'>) {
  return (
    <SectionShell anchor={section.anchor} surface="ink" gridClassName="page-grid gap-y-8">
      <SectionHeader heading={section.heading} intro={section.text} level={level} />
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

/** The registry entry of `tourVideoSection`. */
export const tourVideoSection: SectionView<'tourVideoSection'> = {
  component: TourVideo,
  hasContent: ({ heading, text, video }) => hasText(heading, text) || hasVideo(video),
}
