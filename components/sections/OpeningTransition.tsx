import { type ReactNode, ViewTransition } from 'react'

type OpeningTransitionProps = {
  /** Whether the picture is in the first section of its page. Only one picture per page can take part. */
  isEnabled: boolean
  children: ReactNode
}

/** Morphs the round picture at the top of a page into that of the next page, if the browser supports it (opening.css). */
export function OpeningTransition({ isEnabled, children }: OpeningTransitionProps) {
  if (!isEnabled) return children
  return (
    <ViewTransition name="opening-picture" share="opening-picture" default="none">
      {children}
    </ViewTransition>
  )
}
