import type { ComponentProps, ReactNode } from 'react'
import { Features } from '../text/Features'
import { getLevelBelow, Heading } from '../text/Heading'

type NumberedPathProps = {
  heading: string | null | undefined
  steps: ComponentProps<typeof Features>['features']
  /** Content below the steps. */
  children?: ReactNode
}

/** A numbered list of steps, joined by a line. */
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
            level={getLevelBelow(2, heading)}
            className="numbered-path counted"
            itemClassName="count"
            titleClassName="text-subtitle"
            textClassName="mt-3 max-w-[21em] text-muted"
          />
        </div>
        {children}
      </div>
    </section>
  )
}
