import { hasFeatures } from '@/components/ui/text/Features'
import { hasPicture } from '@/lib/content/media/image'
import { hasVideo } from '@/lib/content/media/video'
import { filterObjects, filterTexts, hasText, isText } from '@/lib/content/text/contentGuards'
import { plainText } from '@/lib/content/text/plainText'
import { filterGroups } from './equipment/Equipment'
import { filterQuestions } from './questions/Questions'
import type { PageSection, SectionProps, SectionType } from './types'

type Section<Type extends SectionType> = SectionProps<Type>['section']

/** For each section type, a function that returns whether a section has visible content. */
const contentChecks: { [Type in SectionType]: (section: Section<Type>) => boolean } = {
  heroSection: ({ eyebrow, heading, lead, checkoutLabel, secondaryLink, video, episode }) =>
    hasText(eyebrow, heading, lead, checkoutLabel, secondaryLink?.label) || [video, episode].some(hasVideo),
  pageIntroSection: ({ eyebrow, heading, lead, picture }) =>
    hasText(eyebrow, heading, lead) || hasPicture(picture),
  featureListSection: ({ heading, intro, features }) => hasText(heading, intro) || hasFeatures(features),
  offerSection: (section) => getSectionHeading(section) !== null || hasOfferContent(section.offer),
  audienceSection: ({ heading, intro, audiences }) => hasText(heading, intro) || hasFeatures(audiences),
  closingOfferSection: ({ heading, text, providersIntro, providers, availabilityNote, checkoutLabel }) =>
    hasText(heading, text, providersIntro, availabilityNote, checkoutLabel) ||
    filterTexts(providers).length > 0,
  serviceCardsSection: ({ heading, cards }) => hasText(heading) || hasFeatures(cards),
  tourVideoSection: ({ heading, text, video }) => hasText(heading, text) || hasVideo(video),
  gallerySection: ({ heading, intro, gallery }) =>
    hasText(heading, intro) || filterObjects(gallery?.images).some(hasPicture),
  equipmentSection: ({ heading, intro, groups }) =>
    hasText(heading, intro) || filterGroups(groups).length > 0,
  callToActionSection: ({ heading, text, checkoutLabel, links }) =>
    hasText(heading, text, checkoutLabel) || filterObjects(links, ['label']).length > 0,
  missionSection: ({ heading, text, picture }) => hasText(heading, plainText(text)) || hasPicture(picture),
  beliefsSection: ({ heading, intro, beliefs }) => hasText(heading, intro) || hasFeatures(beliefs),
  statsSection: ({ heading, stats, source }) =>
    hasText(heading, source) || filterObjects(stats, ['value', 'label']).length > 0,
  questionsSection: ({ questions }) => filterQuestions(questions).length > 0,
  testimonialsSection: ({ testimonials }) => filterObjects(testimonials, ['quote']).length > 0,
  logosSection: ({ logos }) => filterObjects(logos, ['name']).length > 0,
  textBlockSection: ({ heading, text }) => hasText(heading, plainText(text)),
  textPictureSection: ({ heading, text, picture }) =>
    hasText(heading, plainText(text)) || hasPicture(picture),
  episodesSection: ({ episodes }) => filterObjects(episodes).some(({ video }) => hasVideo(video)),
  teamSection: ({ people }) => filterObjects(people, ['name']).length > 0,
  monthSection: ({ heading, intro, weeks, episodes, turnaround }) =>
    hasText(heading, intro, episodes, turnaround) || hasFeatures(weeks),
}

/** Whether the offer has visible content. Its terms, headings, labels and totals alone do not count. */
function hasOfferContent(offer: Section<'offerSection'>['offer']): boolean {
  const { priceLine, cancelNote, summary, inclusions, values, bonuses, nextSteps } = offer ?? {}
  return (
    hasText(priceLine, cancelNote, summary) ||
    [inclusions, values, bonuses, nextSteps].some((list) => hasFeatures(list))
  )
}

/**
 * Whether a section has visible content. If not, it is omitted with its spacing. A section whose point is its list, such
 * as testimonials, has no content without that list, even if it has a heading. An unknown section type has no content.
 *
 * @param type - the section's `_type`; a separate parameter, so that it determines the type of `section`
 */
export function hasContent<Type extends SectionType>(type: Type, section: Section<Type>): boolean {
  return Object.hasOwn(contentChecks, type) && contentChecks[type](section)
}

/** Returns a section's heading or, for an offer section without one, the offer's `packageName`. Null without either. */
export function getSectionHeading(section: PageSection): string | null {
  if (isText(section.heading)) return section.heading
  if (section._type === 'offerSection' && isText(section.offer?.packageName)) return section.offer.packageName
  return null
}
