import { BookingLink } from '@/components/membership/BookingLink'
import { CheckoutButton, CheckoutTerms } from '@/components/membership/CheckoutButton'
import { OfferStepTitles } from '@/components/membership/OfferSteps'
import { ContentLink } from '@/components/ui/link/ContentLink'
import { Heading } from '@/components/ui/text/Heading'
import { Text } from '@/components/ui/text/Text'
import { hasVideo, Video } from '@/components/ui/video/Video'
import { linkFields, offerStepFields, termFields, videoFields } from '@/lib/content/reading/fragments'
import { hasText, isText } from '@/lib/content/text/contentGuards'
import { OpeningTransition } from '../OpeningTransition'
import { SectionShell } from '../SectionShell'
import type { SectionProps, SectionView } from '../types'

/** GROQ projection of a `heroSection`. */
export const heroFields = `_type == "heroSection" => {
  eyebrow,
  heading,
  lead,
  checkoutLabel,
  secondaryLink{${linkFields}},
  video{${videoFields}},
  "offer": *[_type == "offer" && _id == "offer"][0]{${termFields}, ${offerStepFields}}
}` as const

/** The opening of the home page: the heading, the text below it, the checkout button and the promo video. */
function Hero({ section, level, site, isFirst }: SectionProps<'heroSection'>) {
  const className = hasVideo(section.video) ? 'hero hero-with-video' : 'hero'
  return (
    <SectionShell
      anchor={section.anchor}
      surface="ink"
      className={className}
      gridClassName="bleed-grid hero-grid"
    >
      <div className="hero-text">
        <Text className="eyebrow mb-3 lg:mb-5">{section.eyebrow}</Text>
        <Heading level={level} className="text-display">
          {section.heading}
        </Heading>
        <Text className="hero-lead">{section.lead}</Text>
      </div>
      <div className="hero-actions">
        <div className="flex flex-wrap items-center gap-x-6 gap-y-1">
          {isText(section.checkoutLabel) && (
            <div className="member-switch">
              <div className="unless-member">
                <CheckoutButton label={section.checkoutLabel} offer={section.offer} site={site} />
              </div>
              <BookingLink site={site} className="button" />
            </div>
          )}
          <ContentLink link={section.secondaryLink} site={site} className="text-link" />
        </div>
        {isText(section.checkoutLabel) && (
          <div className="unless-member">
            <CheckoutTerms offer={section.offer} className="mt-4" />
            <OfferStepTitles offer={section.offer} />
          </div>
        )}
      </div>
      <OpeningTransition isEnabled={isFirst}>
        <Video
          video={section.video}
          site={site}
          sizes="(min-width: 64rem) 56vw, 80vw"
          priority={isFirst}
          aspect={1}
          className="hero-video"
        />
      </OpeningTransition>
    </SectionShell>
  )
}

/** The registry entry of `heroSection`. */
export const heroSection: SectionView<'heroSection'> = {
  component: Hero,
  hasContent: ({ eyebrow, heading, lead, checkoutLabel, secondaryLink, video }) =>
    hasText(eyebrow, heading, lead, checkoutLabel, secondaryLink?.label) || hasVideo(video),
}
