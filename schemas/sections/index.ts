import { StackCompactIcon } from '@sanity/icons/StackCompact'
import { type ArrayRule, defineArrayMember, defineType, type Path } from 'sanity'
import { SectionsInput } from '@/studio/sections/SectionsInput'
import { getSectionDrawing } from '@/studio/sections/sectionDrawing'
import { checkUniqueKeys } from '../fields/list'
import { audience } from './audience'
import { beliefs } from './beliefs'
import { callToAction } from './callToAction'
import { closingOffer } from './closingOffer'
import { episode, episodes } from './episodes'
import { equipment, equipmentGroup, equipmentItem } from './equipment'
import { featureList } from './featureList'
import { gallery } from './gallery'
import { hero } from './hero'
import { logo, logos } from './logos'
import { mission } from './mission'
import { month } from './month'
import { offer } from './offer'
import { pageIntro } from './pageIntro'
import { question, questions } from './questions'
import { serviceCard, serviceCards } from './serviceCards'
import { stat, stats } from './stats'
import { person, team } from './team'
import { testimonial, testimonials } from './testimonials'
import { textBlock } from './textBlock'
import { textPicture } from './textPicture'
import { tourVideo } from './tourVideo'

const sectionTypes = [
  hero,
  pageIntro,
  featureList,
  offer,
  audience,
  closingOffer,
  serviceCards,
  tourVideo,
  gallery,
  equipment,
  callToAction,
  mission,
  beliefs,
  stats,
  questions,
  testimonials,
  logos,
  textBlock,
  textPicture,
  episodes,
  team,
  month,
]

/** The sections of a page. */
const pageSections = defineType({
  name: 'pageSections',
  type: 'array',
  title: 'Sections',
  icon: StackCompactIcon,
  of: sectionTypes.map((section) => defineArrayMember({ type: section.name })),
  options: {
    insertMenu: {
      filter: true,
      views: [{ name: 'grid', previewImageUrl: getSectionDrawing }, { name: 'list' }],
      groups: [
        { name: 'opening', title: 'Openings', of: ['heroSection', 'pageIntroSection'] },
        {
          name: 'selling',
          title: 'Offer',
          of: [
            'offerSection',
            'closingOfferSection',
            'callToActionSection',
            'audienceSection',
            'questionsSection',
            'monthSection',
          ],
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
        { name: 'about', title: 'About us', of: ['missionSection', 'beliefsSection', 'teamSection'] },
        {
          name: 'proof',
          title: 'Proof',
          of: ['testimonialsSection', 'episodesSection', 'logosSection', 'statsSection'],
        },
        { name: 'text', title: 'Text', of: ['textBlockSection', 'textPictureSection'] },
      ],
    },
  },
  components: { input: SectionsInput },
  validation: sectionsRules,
})

/** All section types, their list, and the item types of their lists. */
export const sections = [
  ...sectionTypes,
  pageSections,
  equipmentGroup,
  equipmentItem,
  serviceCard,
  stat,
  question,
  testimonial,
  logo,
  episode,
  person,
]

type SectionValue = { _key?: string; anchor?: string }

/** Creates the validation of a page's sections: at least one, with unique keys and link names. */
function sectionsRules(rule: ArrayRule<unknown[]>): ArrayRule<unknown[]>[] {
  return [
    rule.required().min(1).error('A page needs at least one section. Add one with the button below.'),
    rule.custom(checkUniqueKeys),
    rule.custom(checkUniqueAnchors),
  ]
}

function checkUniqueAnchors(value: unknown): true | { message: string; paths: Path[] } {
  const sections: SectionValue[] = Array.isArray(value) ? value : []
  const anchors = sections.map((section) => section.anchor).filter((anchor) => anchor !== undefined)
  const duplicate = anchors.find((anchor, index) => anchors.indexOf(anchor) !== index)
  if (duplicate === undefined) return true
  return {
    message: `Two sections of this page have the link name “${duplicate}”. Change one of them.`,
    paths: sections
      .filter((section) => section.anchor === duplicate)
      .map((section) => [{ _key: section._key ?? '' }, 'anchor']),
  }
}
