import { NumberedPath } from '@/components/ui/feature/NumberedPath'
import { below, Heading } from '@/components/ui/text/Heading'
import type { ContactContent } from './types'

/** What happens after the first message: the way from recording to finished content. */
export function ContactProcess({ page }: { page: ContactContent }) {
  return (
    <section className="surface-bone py-section">
      <div className="page-grid gap-y-12">
        <Heading level={2} className="col-span-full text-title">
          {page.processHeading}
        </Heading>
        <div className="col-span-full">
          <NumberedPath steps={page.processSteps} level={below(2, page.processHeading)} />
        </div>
      </div>
    </section>
  )
}
