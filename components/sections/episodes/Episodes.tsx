import { getLevelBelow, Heading } from '@/components/ui/text/Heading'
import { Text } from '@/components/ui/text/Text'
import { Video } from '@/components/ui/video/Video'
import { hasVideo } from '@/lib/content/media/video'
import { videoFields } from '@/lib/content/reading/fragments'
import { filterObjects } from '@/lib/content/text/contentGuards'
import { SectionHeader } from '../SectionHeader'
import { SectionShell } from '../SectionShell'
import type { SectionProps } from '../types'

/** GROQ projection of an `episodesSection`. */
export const episodesFields = `_type == "episodesSection" => {
  heading,
  intro,
  episodes[]{
    _key,
    title,
    show,
    text,
    video{${videoFields}}
  }
}` as const

/** Episodes with their videos, the first one large. */
export function Episodes({ section, level, site }: SectionProps<'episodesSection'>) {
  const episodes = filterObjects(section.episodes).filter(({ video }) => hasVideo(video))
  return (
    <SectionShell anchor={section.anchor} surface="ink" gridClassName="page-grid gap-y-10 lg:gap-y-14">
      <SectionHeader section={section} level={level} />
      <ul className="episode-list counted col-span-full">
        {episodes.map(({ key, title, show, text, video }) => (
          <li key={key} className="episode">
            <Video video={video} site={site} sizes="(min-width: 64rem) 58vw, 90vw" />
            <div className="episode-text count">
              <Text className="text-muted">{show}</Text>
              <Heading level={getLevelBelow(level, section.heading)} className="text-subtitle">
                {title}
              </Heading>
              <Text className="mt-3 max-w-[28em] text-muted">{text}</Text>
            </div>
          </li>
        ))}
      </ul>
    </SectionShell>
  )
}
