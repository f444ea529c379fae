import { Heading } from '@/components/ui/text/Heading'
import { Text } from '@/components/ui/text/Text'
import { Video } from '@/components/ui/video/Video'
import { videoFields } from '@/lib/content/fragments'
import { SectionShell } from '../SectionShell'
import type { SectionProps } from '../types'

/** GROQ projection of a `tourVideoSection`. */
export const tourVideoFields = `
  heading,
  text,
  video{${videoFields}}
` as const

/** The tour of the studio, as wide as the page. */
export function TourVideo({ section, level, site, first }: SectionProps<'tourVideoSection'>) {
  return (
    <SectionShell anchor={section.anchor} surface="ink" grid="page-grid gap-y-8">
      <header className="col-span-full grid items-baseline gap-y-4 lg:grid-cols-subgrid">
        <Heading level={level} className="text-title lg:col-span-6">
          {section.heading}
        </Heading>
        <Text className="max-w-[44ch] text-lead text-muted lg:col-[8/-1]">{section.text}</Text>
      </header>
      <Video
        video={section.video}
        site={site}
        sizes="(min-width: 96rem) 86rem, 100vw"
        priority={first}
        className="tour-video col-span-full -mx-3 md:mx-0"
      />
    </SectionShell>
  )
}
