import { StackCompactIcon } from '@sanity/icons/StackCompact'
import { defineArrayMember, defineType } from 'sanity'
import { sectionsRules } from '../rules/sections'
import { audienceSection } from './audienceSection'
import { beliefsSection } from './beliefsSection'
import { callToActionSection } from './callToActionSection'
import { closingOfferSection } from './closingOfferSection'
import { equipmentSection } from './equipmentSection'
import { featureListSection } from './featureListSection'
import { gallerySection } from './gallerySection'
import { heroSection } from './heroSection'
import { missionSection } from './missionSection'
import { offerSection } from './offerSection'
import { pageIntroSection } from './pageIntroSection'
import { serviceCardsSection } from './serviceCardsSection'
import { statsSection } from './statsSection'
import { tourVideoSection } from './tourVideoSection'

const sectionTypes = [
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
]

/** The sections of a page: editors add, reorder, hide and remove them. */
const pageSections = defineType({
  name: 'pageSections',
  type: 'array',
  title: 'Sections',
  icon: StackCompactIcon,
  of: sectionTypes.map((section) => defineArrayMember({ type: section.name })),
  options: {
    insertMenu: {
      filter: true,
      groups: [
        { name: 'opening', title: 'Openings', of: ['heroSection', 'pageIntroSection'] },
        {
          name: 'selling',
          title: 'Offer',
          of: ['offerSection', 'closingOfferSection', 'callToActionSection', 'audienceSection'],
        },
        {
          name: 'studio',
          title: 'Studio',
          of: [
            'featureListSection',
            'serviceCardsSection',
            'tourVideoSection',
            'gallerySection',
            'equipmentSection',
          ],
        },
        { name: 'about', title: 'About us', of: ['missionSection', 'beliefsSection', 'statsSection'] },
      ],
    },
  },
  validation: sectionsRules,
})

/** All section types, and the list that holds them. */
export const sections = [...sectionTypes, pageSections]
