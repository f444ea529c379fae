import type { ReactNode } from 'react'
import { Audience, audienceFields } from './audience/Audience'
import { Beliefs, beliefsFields } from './beliefs/Beliefs'
import { CallToAction, callToActionFields } from './callToAction/CallToAction'
import { ClosingOffer, closingOfferFields } from './closingOffer/ClosingOffer'
import { Episodes, episodesFields } from './episodes/Episodes'
import { Equipment, equipmentFields } from './equipment/Equipment'
import { FeatureList, featureListFields } from './featureList/FeatureList'
import { Gallery, galleryFields } from './gallery/Gallery'
import { Hero, heroFields } from './hero/Hero'
import { Logos, logosFields } from './logos/Logos'
import { Mission, missionFields } from './mission/Mission'
import { Month, monthFields } from './month/Month'
import { Offer, offerFields } from './offer/Offer'
import { PageIntro, pageIntroFields } from './pageIntro/PageIntro'
import { Questions, questionsFields } from './questions/Questions'
import { ServiceCards, serviceCardsFields } from './serviceCards/ServiceCards'
import { Stats, statsFields } from './stats/Stats'
import { Team, teamFields } from './team/Team'
import { Testimonials, testimonialsFields } from './testimonials/Testimonials'
import { TextBlock, textBlockFields } from './textBlock/TextBlock'
import { TextPicture, textPictureFields } from './textPicture/TextPicture'
import { TourVideo, tourVideoFields } from './tourVideo/TourVideo'
import type { SectionProps, SectionType } from './types'

/** GROQ projection of a page's `sections`: what all have in common, and what each kind adds. */
export const sectionsFields = `
  _key,
  _type,
  hidden,
  anchor,
  _type == "heroSection" => {${heroFields}},
  _type == "pageIntroSection" => {${pageIntroFields}},
  _type == "featureListSection" => {${featureListFields}},
  _type == "offerSection" => {${offerFields}},
  _type == "audienceSection" => {${audienceFields}},
  _type == "closingOfferSection" => {${closingOfferFields}},
  _type == "serviceCardsSection" => {${serviceCardsFields}},
  _type == "tourVideoSection" => {${tourVideoFields}},
  _type == "gallerySection" => {${galleryFields}},
  _type == "equipmentSection" => {${equipmentFields}},
  _type == "callToActionSection" => {${callToActionFields}},
  _type == "missionSection" => {${missionFields}},
  _type == "beliefsSection" => {${beliefsFields}},
  _type == "statsSection" => {${statsFields}},
  _type == "questionsSection" => {${questionsFields}},
  _type == "testimonialsSection" => {${testimonialsFields}},
  _type == "logosSection" => {${logosFields}},
  _type == "textBlockSection" => {${textBlockFields}},
  _type == "textPictureSection" => {${textPictureFields}},
  _type == "episodesSection" => {${episodesFields}},
  _type == "teamSection" => {${teamFields}},
  _type == "monthSection" => {${monthFields}}
` as const

/** Maps a section's `_type` to its component. */
export const sectionComponents: { [Type in SectionType]: (props: SectionProps<Type>) => ReactNode } = {
  heroSection: Hero,
  pageIntroSection: PageIntro,
  featureListSection: FeatureList,
  offerSection: Offer,
  audienceSection: Audience,
  closingOfferSection: ClosingOffer,
  serviceCardsSection: ServiceCards,
  tourVideoSection: TourVideo,
  gallerySection: Gallery,
  equipmentSection: Equipment,
  callToActionSection: CallToAction,
  missionSection: Mission,
  beliefsSection: Beliefs,
  statsSection: Stats,
  questionsSection: Questions,
  testimonialsSection: Testimonials,
  logosSection: Logos,
  textBlockSection: TextBlock,
  textPictureSection: TextPicture,
  episodesSection: Episodes,
  teamSection: Team,
  monthSection: Month,
}
