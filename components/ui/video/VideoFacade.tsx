'use client'

import { type ReactNode, useLayoutEffect, useState } from 'react'

type VideoFacadeProps = {
  playLabel: string | undefined
  /** The player, rendered on the server. */
  player: ReactNode
  /** The message for a video that doesn't load, rendered on the server. */
  failure: ReactNode
  /** The poster, rendered on the server. */
  children: ReactNode
}

const focusPlayer = (element: HTMLElement | null) => element?.querySelector<HTMLElement>('*')?.focus()

/** A poster with a play button. A press on the button loads the player, which gets the focus. */
export function VideoFacade({ playLabel, player, failure, children }: VideoFacadeProps) {
  const [state, setState] = useState<'player' | 'failure'>()
  // Removes the player on navigation: Next keeps the hidden page in the document, and its sound would continue.
  useLayoutEffect(() => () => setState(undefined), [])
  if (state === 'player') {
    return (
      <div
        ref={focusPlayer}
        onErrorCapture={({ target }) => {
          // Ignores errors of text tracks, and of sources before the last one, since the browser then tries the next.
          if (target instanceof Element && !target.matches('track, :has(+ source)')) setState('failure')
        }}
      >
        {player}
      </div>
    )
  }
  return (
    <>
      {/** An action, so that React replays a click from before hydration. */}
      <form action={() => setState('player')}>
        <button type="submit" className="video-play" aria-label={playLabel}>
          {children}
        </button>
      </form>
      {state && failure}
    </>
  )
}
