import type { ComponentProps, ReactNode } from 'react'
import { Features } from '../text/Features'
import { below, Heading } from '../text/Heading'

type NumberedPathProps = {
  heading: string | null | undefined
  steps: ComponentProps<typeof Features>['features']
  /** What stands below the steps. */
  children?: ReactNode
}

/** A part of a page that leads through steps in their order, joined by a line. */
export function NumberedPath({ heading, steps, children }: NumberedPathProps) {
  return (
    <section className="surface-bone py-section">
      <div className="page-grid gap-y-12">
        <Heading level={2} className="col-span-full text-title">
          {heading}
        </Heading>
        <div className="col-span-full">
          <Features
            as="ol"
            features={steps}
            level={below(2, heading)}
            className="numbered-path counted"
            item="count"
            title="text-subtitle"
            text="mt-3 max-w-[34ch] text-muted"
          />
        </div>
        {children}
      </div>
    </section>
  )
}
