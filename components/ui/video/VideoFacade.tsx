'use client'

import { type ReactNode, useLayoutEffect, useState } from 'react'

type VideoFacadeProps = {
  playLabel: string | undefined
  /** The player, rendered on the server. */
  film: ReactNode
  /** The message for a film that doesn't load, rendered on the server. */
  failure: ReactNode
  /** The poster, rendered on the server. */
  children: ReactNode
}

const focusPlayer = (element: HTMLElement | null) => element?.querySelector<HTMLElement>('*')?.focus()

/** A poster with a play button; the player loads when it is pressed, and takes the focus. */
export function VideoFacade({ playLabel, film, failure, children }: VideoFacadeProps) {
  const [shown, setShown] = useState<'film' | 'failure'>()
  // After a navigation Next leaves the page in the document, hidden. The sound has to stop.
  useLayoutEffect(() => () => setShown(undefined), [])
  if (shown === 'film') {
    return (
      <div
        ref={focusPlayer}
        onErrorCapture={({ target }) => {
          // An error of a track isn't one of the film, and after a failed copy the browser tries the next one.
          if (target instanceof Element && !target.matches('track, :has(+ source)')) setShown('failure')
        }}
      >
        {film}
      </div>
    )
  }
  return (
    <>
      {/** An action, so that React replays a click from before hydration. */}
      <form action={() => setShown('film')}>
        <button type="submit" className="video-play" aria-label={playLabel}>
          {children}
        </button>
      </form>
      {shown && failure}
    </>
  )
}
