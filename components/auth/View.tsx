import { type ReactNode, useEffect, useRef } from 'react'

type ViewProps = { heading: string | undefined; text: string | undefined; children?: ReactNode }

/** What has just taken a form's place. Its heading gets the focus, so that everybody notices. */
export function View({ heading, text, children }: ViewProps) {
  const element = useRef<HTMLHeadingElement>(null)
  useEffect(() => element.current?.focus(), [])
  return (
    <div className="auth-view">
      <h2 ref={element} tabIndex={-1} dir="auto" className="view-heading text-subtitle">
        {heading}
      </h2>
      <p dir="auto">{text}</p>
      {children}
    </div>
  )
}
