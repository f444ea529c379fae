import type { ReactNode } from 'react'
import { SectionOffer } from '@/components/membership/CheckoutButton'
import { PriceLine } from '@/components/membership/PriceLine'
import { ContentLink } from '@/components/ui/link/ContentLink'
import { Heading } from '@/components/ui/text/Heading'
import { Text } from '@/components/ui/text/Text'
import { Video } from '@/components/ui/video/Video'
import { findVideoPlayer, hasVideo } from '@/lib/content/media/video'
import { linkFields, videoFields } from '@/lib/content/reading/fragments'
import type { SiteContent } from '@/lib/content/reading/settings'
import { filterObjects, isText } from '@/lib/content/text/contentGuards'
import { OpeningTransition } from '../OpeningTransition'
import { SectionShell } from '../SectionShell'
import type { SectionProps } from '../types'

/** GROQ projection of a `heroSection`. */
export const heroFields = `_type == "heroSection" => {
  eyebrow,
  heading,
  lead,
  checkoutLabel,
  secondaryLink{${linkFields}},
  video{${videoFields}},
  episode{${videoFields}}
}` as const

/** The opening of the home page: the heading, the text below it, the checkout button, and the film or an episode. */
export function Hero({ section, level, site, isFirst }: SectionProps<'heroSection'>) {
  const hasEpisode = hasVideo(section.episode)
  const video = hasEpisode ? section.episode : section.video
  // The lens (a circular video, see hero.css) has no room for a player's controls.
  const isLens = !hasEpisode && findVideoPlayer(video)?.kind !== 'frame'
  const className = hasVideo(video) ? 'hero hero-with-video' : 'hero'
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
        <SectionOffer label={section.checkoutLabel} site={site}>
          <ContentLink link={section.secondaryLink} site={site} className="text-link" />
        </SectionOffer>
      </div>
      <OpeningTransition isEnabled={isFirst}>
        <Video
          video={video}
          site={site}
          sizes="(min-width: 64rem) 56vw, 80vw"
          priority={isFirst}
          aspect={isLens ? 1 : 16 / 9}
          cards={isLens ? createFilmCards(site) : undefined}
          className={isLens ? 'hero-video hero-lens' : 'hero-video'}
        />
      </OpeningTransition>
    </SectionShell>
  )
}

/** Creates the cards over the film: the inclusions of the offer, and its price. */
function createFilmCards(site: SiteContent): ReactNode[] {
  const inclusions = filterObjects(site.offer?.inclusions, ['title']).map(({ key, quantity, title }) => (
    <p key={key}>
      <span className="film-figure">{quantity}</span> <Text as="span">{title}</Text>
    </p>
  ))
  const price = <PriceLine key="price" site={site} emphasisClassNames={{ introPrice: 'film-figure' }} />
  return isText(site.offer?.priceLine) ? [...inclusions, price] : inclusions
}
