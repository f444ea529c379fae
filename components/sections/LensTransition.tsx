import { type ReactNode, ViewTransition } from 'react'

type LensTransitionProps = {
  /** Whether it opens its page: only one lens of a page can be the one that travels. */
  opens: boolean
  children: ReactNode
}

/** Lets the lens that opens one page become the one that opens the next, where the browser can (styles/opening.css). */
export function LensTransition({ opens, children }: LensTransitionProps) {
  if (!opens) return children
  return (
    <ViewTransition name="lens" share="lens" default="none">
      {children}
    </ViewTransition>
  )
}
