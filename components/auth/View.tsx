import type { ReactNode } from 'react'

type ViewProps = {
  heading: string
  text: string
  /** Whether the view is shown inside a section of a page. The page's heading then stays visible. */
  isInSection?: boolean | undefined
  children?: ReactNode
}

/** Ref callback: focuses an element when it is mounted, before the visitor can press another key. */
export const focusElement = (element: HTMLElement | null) => element?.focus()

/**
 * A step that replaces a form. Its heading receives the focus. The style sheet hides the page's own heading, which
 * would contradict this one.
 */
export function View({ heading, text, isInSection = false, children }: ViewProps) {
  const Heading = isInSection ? 'h4' : 'h1'
  return (
    <div className={isInSection ? 'auth-view' : 'auth-view auth-step'}>
      <Heading ref={focusElement} tabIndex={-1} dir="auto" className="view-heading text-subtitle">
        {heading}
      </Heading>
      <p dir="auto">{text}</p>
      {children}
    </div>
  )
}
