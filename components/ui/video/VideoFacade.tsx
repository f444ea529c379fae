'use client'

import { type ComponentType, type ReactNode, useLayoutEffect, useState } from 'react'
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
  const fail = () => setStage(false)
  if (Stage) return <Stage {...stageProps} onError={fail} />
  return (
    <>
      {/** An action, so that React replays a click from before hydration. */}
      <form action={() => import('./VideoStage').then((loaded) => setStage(() => loaded.VideoStage), fail)}>
        <button type="submit" className="video-play" aria-label={stageProps.playLabel}>
          {children}
        </button>
      </form>
      {Stage === false && failure}
    </>
  )
}
