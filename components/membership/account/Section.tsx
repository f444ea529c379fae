import { type ReactNode, useId } from 'react'

/** A part of the account page. */
export function Section({ heading, children }: { heading: string | undefined; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="account-section">
      <h2 id={id} dir="auto" className="text-subtitle">
        {heading}
      </h2>
      {children}
    </section>
  )
}
