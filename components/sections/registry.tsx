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

/** GROQ projection of a page's `sections`: the shared fields, and the fields of each type. */
export const sectionsFields = `
  _key,
  _type,
  hidden,
  anchor,
  ${heroFields},
  ${pageIntroFields},
  ${featureListFields},
  ${offerFields},
  ${audienceFields},
  ${closingOfferFields},
  ${serviceCardsFields},
  ${tourVideoFields},
  ${galleryFields},
  ${equipmentFields},
  ${callToActionFields},
  ${missionFields},
  ${beliefsFields},
  ${statsFields},
  ${questionsFields},
  ${testimonialsFields},
  ${logosFields},
  ${textBlockFields},
  ${textPictureFields},
  ${episodesFields},
  ${teamFields},
  ${monthFields}
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
