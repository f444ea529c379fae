import { type ReactNode, useEffect } from 'react'

type ViewProps = {
  heading: string
  text: string
  /** Whether the view is shown inside a section of a page. The page's heading then stays visible. */
  isInSection?: boolean | undefined
  children?: ReactNode
}

/** Ref callback: focuses an element when it is mounted, before the visitor can press another key. */
export const focusElement = (element: HTMLElement | null) => element?.focus()

/** Replaces the page's title in the document's title while a step with this heading is shown. */
export function useStepTitle(heading: string | undefined): void {
  useEffect(() => {
    if (!heading) return
    const { title } = document
    const stepTitle = title.replace(/^[^·]*/, `${heading} `)
    if (stepTitle === title) return
    const replaceTitle = () => {
      if (document.title === title) document.title = stepTitle
    }
    replaceTitle()
    // React may hydrate the page's title later, and so restore it.
    const observer = new MutationObserver(replaceTitle)
    observer.observe(document.head, { childList: true, subtree: true, characterData: true })
    // After a navigation, the title is already the next page's.
    return () => {
      observer.disconnect()
      if (document.title === stepTitle) document.title = title
    }
  }, [heading])
}

/**
 * A step that replaces a form. Its heading receives the focus. The style sheet hides the page's own heading, which
 * would contradict this one.
 */
export function View({ heading, text, isInSection = false, children }: ViewProps) {
  useStepTitle(isInSection ? undefined : heading)
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
