import type { Player } from '@/lib/content/media/video'

type VideoPlayerProps = {
  player: Player
  label: string | undefined
  /** Whether a file plays without sound or controls. */
  isFilm: boolean
}

/** The player of a video: the video host's player in an iframe, or a native `<video>` with text tracks. */
export function VideoPlayer({ player, label, isFilm }: VideoPlayerProps) {
  if (player.kind === 'frame') {
    return (
      <iframe
        src={player.src}
        title={label}
        allow="autoplay; fullscreen; encrypted-media; picture-in-picture"
        referrerPolicy="strict-origin-when-cross-origin"
        className="video-player"
      />
    )
  }
  const { sources, captions, descriptions } = player
  return (
    <video
      controls={!isFilm}
      muted={isFilm}
      autoPlay
      playsInline
      aria-label={label}
      // Text tracks from another origin load only with CORS.
      crossOrigin={captions || descriptions ? 'anonymous' : undefined}
      className={isFilm ? 'film' : 'video-player'}
    >
      {sources.map(({ src, type }) => (
        <source key={src} src={src} type={type} />
      ))}
      {captions && !isFilm && <track kind="captions" src={captions} srcLang="en" default />}
      {descriptions && <track kind="descriptions" src={descriptions} srcLang="en" />}
    </video>
  )
}
