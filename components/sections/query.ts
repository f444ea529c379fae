import { audienceSectionFields } from './audienceSection/query'
import { beliefsSectionFields } from './beliefsSection/query'
import { callToActionSectionFields } from './callToActionSection/query'
import { closingOfferSectionFields } from './closingOfferSection/query'
import { equipmentSectionFields } from './equipmentSection/query'
import { featureListSectionFields } from './featureListSection/query'
import { gallerySectionFields } from './gallerySection/query'
import { heroSectionFields } from './heroSection/query'
import { missionSectionFields } from './missionSection/query'
import { offerSectionFields } from './offerSection/query'
import { pageIntroSectionFields } from './pageIntroSection/query'
import { serviceCardsSectionFields } from './serviceCardsSection/query'
import { statsSectionFields } from './statsSection/query'
import { tourVideoSectionFields } from './tourVideoSection/query'

/** GROQ projection of a page's `sections`: what all have in common, and what each kind adds. */
export const sectionsFields = `
  _key,
  _type,
  hidden,
  anchor,
  _type == "heroSection" => {${heroSectionFields}},
  _type == "pageIntroSection" => {${pageIntroSectionFields}},
  _type == "featureListSection" => {${featureListSectionFields}},
  _type == "offerSection" => {${offerSectionFields}},
  _type == "audienceSection" => {${audienceSectionFields}},
  _type == "closingOfferSection" => {${closingOfferSectionFields}},
  _type == "serviceCardsSection" => {${serviceCardsSectionFields}},
  _type == "tourVideoSection" => {${tourVideoSectionFields}},
  _type == "gallerySection" => {${gallerySectionFields}},
  _type == "equipmentSection" => {${equipmentSectionFields}},
  _type == "callToActionSection" => {${callToActionSectionFields}},
  _type == "missionSection" => {${missionSectionFields}},
  _type == "beliefsSection" => {${beliefsSectionFields}},
  _type == "statsSection" => {${statsSectionFields}}
`
