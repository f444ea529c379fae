import { type ReactNode, ViewTransition } from 'react'

type OpeningTransitionProps = {
  /** Whether it opens its page. Only one picture of a page can take part in the transition. */
  opens: boolean
  children: ReactNode
}

/** Morphs the round picture that opens one page into the next page's, where the browser supports it (opening.css). */
export function OpeningTransition({ opens, children }: OpeningTransitionProps) {
  if (!opens) return children
  return (
    <ViewTransition name="opening-picture" share="opening-picture" default="none">
      {children}
    </ViewTransition>
  )
}
