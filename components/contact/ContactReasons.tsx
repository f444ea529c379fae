import { objectsIn } from '@/components/ui/list'
import { below, Heading } from '@/components/ui/text/Heading'
import { Text } from '@/components/ui/text/Text'
import type { ContactContent } from './types'

/** Why people choose the studio. */
export function ContactReasons({ page }: { page: ContactContent }) {
  const reasons = objectsIn(page.reasons, ['title', 'text'])
  if (reasons.length === 0) return null
  return (
    <section className="surface-deep py-section">
      <div className="page-grid gap-y-10">
        <Heading level={2} className="col-span-full text-title lg:col-span-4">
          {page.reasonsHeading}
        </Heading>
        <ul className="col-span-full lg:col-[6/-1]">
          {reasons.map((reason) => (
            <li
              key={reason.key}
              className="grid items-baseline gap-x-8 gap-y-2 border-t border-rule py-6 last:border-b sm:grid-cols-2"
            >
              <Heading level={below(2, page.reasonsHeading)} className="text-subtitle">
                {reason.title}
              </Heading>
              <Text className="text-muted">{reason.text}</Text>
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}
