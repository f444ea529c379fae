import { CheckoutButton } from '@/components/membership/CheckoutButton'
import { CheckoutTerms } from '@/components/membership/CheckoutTerms'
import { ContentLink } from '@/components/ui/link/ContentLink'
import { isText } from '@/components/ui/list'
import { Heading } from '@/components/ui/text/Heading'
import { Text } from '@/components/ui/text/Text'
import { Video } from '@/components/ui/video/Video'
import { SectionShell } from '../SectionShell'
import type { SectionProps } from '../types'

/** The opening of the home page: one sentence, the promo video, the way in. */
export function HeroSection({ section, level, site, first }: SectionProps<'heroSection'>) {
  return (
    <SectionShell anchor={section.anchor} surface="ink" className="lamp-glow pt-8 pb-section lg:pt-12">
      <div className="page-grid items-end gap-y-10">
        <div className="col-span-full lg:col-span-10">
          <Text className="eyebrow mb-5">{section.eyebrow}</Text>
          <Heading level={level} className="text-display">
            {section.heading}
          </Heading>
        </div>
        <div className="col-span-full self-start lg:col-span-4 lg:row-start-2 lg:pt-4">
          <Text className="text-lead">{section.lead}</Text>
          <div className="mt-8 flex flex-wrap items-center gap-x-8 gap-y-4">
            <CheckoutButton label={section.checkoutLabel} offer={section.offer} />
            <ContentLink
              link={section.secondaryLink}
              opensInNewTab={site.messages?.accessibility?.opensInNewTab}
              className="text-link"
            />
          </div>
          {isText(section.checkoutLabel) && <CheckoutTerms offer={section.offer} className="mt-8" />}
        </div>
        <Video
          video={section.video}
          site={site}
          sizes="(min-width: 64rem) 58vw, 100vw"
          priority={first}
          className="col-span-full -mx-gutter md:mx-0 lg:col-[6/-1] lg:row-start-2"
        />
      </div>
    </SectionShell>
  )
}
