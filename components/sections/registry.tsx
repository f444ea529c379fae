import { audienceFields, audienceSection } from './audience/Audience'
import { beliefsFields, beliefsSection } from './beliefs/Beliefs'
import { callToActionFields, callToActionSection } from './callToAction/CallToAction'
import { closingOfferFields, closingOfferSection } from './closingOffer/ClosingOffer'
import { episodesFields, episodesSection } from './episodes/Episodes'
import { equipmentFields, equipmentSection } from './equipment/Equipment'
import { featureListFields, featureListSection } from './featureList/FeatureList'
import { galleryFields, gallerySection } from './gallery/Gallery'
import { heroFields, heroSection } from './hero/Hero'
import { logosFields, logosSection } from './logos/Logos'
import { missionFields, missionSection } from './mission/Mission'
import { monthFields, monthSection } from './month/Month'
import { offerFields, offerSection } from './offer/Offer'
import { pageIntroFields, pageIntroSection } from './pageIntro/PageIntro'
import { questionsFields, questionsSection } from './questions/Questions'
import { serviceCardsFields, serviceCardsSection } from './serviceCards/ServiceCards'
import { statsFields, statsSection } from './stats/Stats'
import { teamFields, teamSection } from './team/Team'
import { testimonialsFields, testimonialsSection } from './testimonials/Testimonials'
import { textBlockFields, textBlockSection } from './textBlock/TextBlock'
import { textPictureFields, textPictureSection } from './textPicture/TextPicture'
import { tourVideoFields, tourVideoSection } from './tourVideo/TourVideo'
import type { SectionType, SectionView } from './types'

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

/** Maps a section's `_type` to its view. */
export const sectionViews: { [Type in SectionType]: SectionView<Type> } = {
  heroSection,
  pageIntroSection,
  featureListSection,
  offerSection,
  audienceSection,
  closingOfferSection,
  serviceCardsSection,
  tourVideoSection,
  gallerySection,
  equipmentSection,
  callToActionSection,
  missionSection,
  beliefsSection,
  statsSection,
  questionsSection,
  testimonialsSection,
  logosSection,
  textBlockSection,
  textPictureSection,
  episodesSection,
  teamSection,
  monthSection,
}
