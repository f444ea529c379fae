'use client'

import { type ReactNode, useLayoutEffect, useState } from 'react'
import type { Player } from '@/lib/content/video'

type VideoFacadeProps = {
  player: Player
  playLabel: string | undefined
  playerLabel: string | undefined
  /** The poster, rendered on the server. */
  children: ReactNode
}

const focus = (element: HTMLElement | null) => element?.focus()

/** A poster with a play button; the player is loaded when it is pressed, and takes the focus over. */
export function VideoFacade({ player, playLabel, playerLabel, children }: VideoFacadeProps) {
  const [playing, setPlaying] = useState(false)
  // Next keeps the page in the document, hidden, after a navigation: the sound has to stop.
  useLayoutEffect(() => () => setPlaying(false), [])
  if (!playing) {
    return (
      // An action, so that React carries out a press that comes before this script.
      <form action={() => setPlaying(true)}>
        <button type="submit" className="video-play" aria-label={playLabel}>
          {children}
        </button>
      </form>
    )
  }
  if (player.kind === 'frame') {
    return (
      <iframe
        ref={focus}
        src={player.src}
        title={playerLabel}
        allow="autoplay; fullscreen; encrypted-media; picture-in-picture"
        referrerPolicy="strict-origin-when-cross-origin"
        className="video-player"
      />
    )
  }
  return (
    // biome-ignore lint/a11y/useMediaCaption: the captions are the editor's; without a file there is no track to name
    <video
      ref={focus}
      controls
      autoPlay
      playsInline
      aria-label={playerLabel}
      // Text tracks of another origin load with CORS only.
      crossOrigin={player.captions ? 'anonymous' : undefined}
      className="video-player"
    >
      {player.sources.map(({ src, type }) => (
        <source key={src} src={src} type={type} />
      ))}
      {player.captions && <track kind="captions" src={player.captions} srcLang="en" default />}
    </video>
  )
}
