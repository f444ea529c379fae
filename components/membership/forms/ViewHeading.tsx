import { useEffect, useRef } from 'react'

/** The heading of what has just taken a form's place; it gets the focus, so that everybody notices. */
export function ViewHeading({ children }: { children: string | undefined }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <h2 ref={heading} tabIndex={-1} dir="auto" className="view-heading text-subtitle">
      {children}
    </h2>
  )
}
