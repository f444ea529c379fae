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

/** A poster with a play button. A press on the button loads the player, which gets the focus. */
export function VideoFacade({ playLabel, film, failure, children }: VideoFacadeProps) {
  const [state, setState] = useState<'film' | 'failure'>()
  // Removes the player on navigation: Next keeps the hidden page in the document, and its sound would continue.
  useLayoutEffect(() => () => setState(undefined), [])
  if (state === 'film') {
    return (
      <div
        ref={focusPlayer}
        onErrorCapture={({ target }) => {
          // Ignores errors of text tracks, and of sources before the last one, since the browser then tries the next.
          if (target instanceof Element && !target.matches('track, :has(+ source)')) setState('failure')
        }}
      >
        {film}
      </div>
    )
  }
  return (
    <>
      {/** An action, so that React replays a click from before hydration. */}
      <form action={() => setState('film')}>
        <button type="submit" className="video-play" aria-label={playLabel}>
          {children}
        </button>
      </form>
      {state && failure}
    </>
  )
}
