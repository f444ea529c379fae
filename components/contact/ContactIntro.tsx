import { Heading } from '@/components/ui/text/Heading'
import { Text } from '@/components/ui/text/Text'
import type { ContactContent } from './types'

/** The opening of the contact page. */
export function ContactIntro({ page }: { page: ContactContent }) {
  return (
    <div className="contact-intro ring-field surface-ink lamp-glow relative">
      <div className="page-grid pt-10 pb-16 lg:pt-16 lg:pb-24">
        <div className="col-span-full lg:col-span-9">
          <Text className="eyebrow mb-5">{page.eyebrow}</Text>
          <Heading level={1} className="text-display">
            {page.heading}
          </Heading>
          <Text className="mt-8 max-w-[44ch] text-lead text-muted">{page.lead}</Text>
        </div>
      </div>
    </div>
  )
}
