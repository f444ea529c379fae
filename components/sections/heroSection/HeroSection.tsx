import { CheckoutButton } from '@/components/membership/CheckoutButton'
import { CheckoutTerms } from '@/components/membership/CheckoutTerms'
import { ContentLink } from '@/components/ui/link/ContentLink'
import { isText } from '@/components/ui/list'
import { Heading } from '@/components/ui/text/Heading'
import { Text } from '@/components/ui/text/Text'
import { hasVideo, Video } from '@/components/ui/video/Video'
import { LensTransition } from '../LensTransition'
import { SectionShell } from '../SectionShell'
import type { SectionProps } from '../types'

/** The opening of the home page: one sentence, the promo video behind a lens, the way in. */
export function HeroSection({ section, level, site, first }: SectionProps<'heroSection'>) {
  const shown = hasVideo(section.video) ? 'hero hero-with-lens' : 'hero'
  return (
    <SectionShell anchor={section.anchor} surface="ink" className={shown}>
      <div className="bleed-grid hero-grid">
        <div className="hero-words">
          <Text className="eyebrow mb-5">{section.eyebrow}</Text>
          <Heading level={level} className="opening-title">
            {section.heading}
          </Heading>
        </div>
        <LensTransition opens={first}>
          <Video
            video={section.video}
            site={site}
            sizes="(min-width: 64rem) 56vw, 80vw"
            priority={first}
            aspect={1}
            className="lens"
          />
        </LensTransition>
        <div className="hero-way">
          <Text className="max-w-[34ch] text-lead">{section.lead}</Text>
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
      </div>
    </SectionShell>
  )
}
