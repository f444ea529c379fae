import { type ReactNode, useEffect, useRef } from 'react'

type ViewProps = {
  heading: string | undefined
  text: string | undefined
  /** Whether it is inside a section of a page, whose own heading stays. */
  isPart?: boolean
  children?: ReactNode
}

/**
 * The next step of a form. It becomes the page's subject: its heading gets the focus, and the page's own is hidden,
 * so that the two never contradict each other.
 */
export function View({ heading, text, isPart = false, children }: ViewProps) {
  const element = useRef<HTMLHeadingElement>(null)
  useEffect(() => element.current?.focus(), [])
  const Heading = isPart ? 'h3' : 'h1'
  return (
    <div className={isPart ? 'auth-view' : 'auth-view auth-step'}>
      <Heading ref={element} tabIndex={-1} dir="auto" className="view-heading text-subtitle">
        {heading}
      </Heading>
      {text && <p dir="auto">{text}</p>}
      {children}
    </div>
  )
}
