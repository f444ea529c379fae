import type { ReactNode } from 'react'
import { hasPicture } from '@/lib/content/media/image'
import { findVideoPlayer, hasVideo, type VideoWithPoster } from '@/lib/content/media/video'
import type { SiteContent } from '@/lib/content/reading/settings'
import { isText } from '@/lib/content/text/contentGuards'
import { fillTemplate } from '@/lib/content/text/format'
import { Picture } from '../picture/Picture'
import { Text } from '../text/Text'
import { VideoFacade } from './VideoFacade'
import { VideoPlayer } from './VideoPlayer'

type VideoProps = {
  video: VideoWithPoster | null | undefined
  site: SiteContent
  /** The poster's `sizes` attribute. */
  sizes: string
  /** Whether the poster is the largest picture above the fold. */
  priority?: boolean
  /** The poster's width divided by its height; by default 16 / 9. */
  aspect?: number
  /**
   * If given, an uploaded video plays as a silent film: in the poster's frame, without sound or controls, with these
   * cards shown over it one after another.
   */
  cards?: readonly ReactNode[]
  className?: string
}

/**
 * A poster that starts the video when pressed, with notes below it. Renders nothing unless `hasVideo` returns true.
 */
export function Video({ video, site, sizes, priority, aspect = 16 / 9, cards, className = '' }: VideoProps) {
  if (!video || !hasVideo(video)) return null
  const player = findVideoPlayer(video)
  const messages = site.messages.video
  const playLabel = fillTemplate(messages.play, { title: video.title })
  const film =
    cards && player?.kind === 'file'
      ? {
          cards,
          pauseLabel: fillTemplate(messages.pause, { title: video.title }),
          fullScreenLabel: fillTemplate(messages.fullScreen, { title: video.title }),
        }
      : undefined
  const notes = [
    player ? null : messages.unavailable,
    film ? messages.silent : null,
    hasPicture(video.poster) ? site.settings?.pictureNote : null,
  ].filter(isText)
  const poster = (
    <Picture picture={video.poster} width={1440} sizes={sizes} aspect={aspect} priority={priority} />
  )
  return (
    <div className={className}>
      <div className="video-frame">
        {player ? (
          <VideoFacade
            playLabel={playLabel}
            player={
              <VideoPlayer
                player={player}
                label={fillTemplate(messages.player, { title: video.title })}
                isFilm={film !== undefined}
              />
            }
            film={film}
            failure={
              <div role="alert" className="video-failure">
                <Text>{messages.failed}</Text>
              </div>
            }
          >
            {poster}
          </VideoFacade>
        ) : (
          poster
        )}
      </div>
      <div className="video-notes">
        {player && (
          <p className="without-script">
            <a href={player.kind === 'frame' ? player.src : player.sources[0]?.src} className="text-link">
              {playLabel}
            </a>
          </p>
        )}
        {notes.map((note) => (
          <Text key={note}>{note}</Text>
        ))}
      </div>
    </div>
  )
}
