'use client'

import { type ComponentType, type ReactNode, useLayoutEffect, useOptimistic, useState } from 'react'
import { markHydrated } from '../form/markHydrated'
import type { VideoStageProps } from './VideoStage'

type VideoFacadeProps = Omit<VideoStageProps, 'onError'> & {
  /** The message for a video that doesn't load, rendered on the server. */
  failure: ReactNode
  /** The poster, rendered on the server. */
  children: ReactNode
}

/** A poster with a play button. Pressing it loads the player. */
export function VideoFacade({ failure, children, ...stageProps }: VideoFacadeProps) {
  // False after a failure.
  const [Stage, setStage] = useState<ComponentType<VideoStageProps> | false>()
  // Removes the player on navigation: Next keeps the hidden page in the document, and its sound would continue.
  useLayoutEffect(() => () => setStage(undefined), [])
  const [isLoading, setIsLoading] = useOptimistic(false)
  const fail = () => setStage(false)
  async function load() {
    setIsLoading(true)
    await import('./VideoStage').then((loaded) => setStage(() => loaded.VideoStage), fail)
  }
  if (Stage) return <Stage {...stageProps} onError={fail} />
  return (
    <>
      {/** An action, so that React replays a click from before hydration. */}
      <form ref={markHydrated} action={load}>
        <button
          type="submit"
          className="video-play"
          aria-label={stageProps.playLabel}
          aria-busy={isLoading || undefined}
        >
          {children}
        </button>
      </form>
      {Stage === false && failure}
    </>
  )
}
