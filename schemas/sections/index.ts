import { StackCompactIcon } from '@sanity/icons/StackCompact'
import { type ArrayRule, defineArrayMember, defineType, type Path, type SchemaTypeDefinition } from 'sanity'
import { renderDrawing } from '@/studio/inputs/sectionDrawing'
import { checkUniqueKeys } from '../fields/list'
import { audience } from './audience'
import { beliefs } from './beliefs'
import { callToAction } from './callToAction'
import { closingOffer } from './closingOffer'
import { sectionGroups } from './defineSection'
import { episodes } from './episodes'
import { equipment } from './equipment'
import { featureList } from './featureList'
import { gallery } from './gallery'
import { hero } from './hero'
import { logos } from './logos'
import { mission } from './mission'
import { month } from './month'
import { offer } from './offer'
import { pageIntro } from './pageIntro'
import { questions } from './questions'
import { serviceCards } from './serviceCards'
import { stats } from './stats'
import { team } from './team'
import { testimonials } from './testimonials'
import { textBlock } from './textBlock'
import { textPicture } from './textPicture'
import { tourVideo } from './tourVideo'

/** All sections, in the order of the menu. */
export const sections = [
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

const pageSections = defineType({
  name: 'pageSections',
  type: 'array',
  title: 'Sections',
  icon: StackCompactIcon,
  of: sections.map(({ type }) => defineArrayMember({ type: type.name })),
  options: {
    insertMenu: {
      filter: true,
      views: [{ name: 'grid', previewImageUrl: getPreviewImage }, { name: 'list' }],
      groups: sectionGroups.map(({ name, title }) => ({
        name,
        title,
        of: sections.filter(({ group }) => group === name).map(({ type }) => type.name),
      })),
    },
  },
  validation: createSectionsRules,
})

function getPreviewImage(name: string): string | undefined {
  const section = sections.find(({ type }) => type.name === name)
  return section && renderDrawing(section.drawing)
}

/** All section types, the type of their list, and the types that only they use. */
export const sectionTypes: SchemaTypeDefinition[] = [
  ...sections.map(({ type }) => type),
  pageSections,
  ...sections.flatMap(({ ownTypes }) => ownTypes),
]

type SectionValue = { _key?: string; anchor?: string }

/** Creates the validation of a page's sections: at least one, with unique keys and link names. */
function createSectionsRules(rule: ArrayRule<unknown[]>): ArrayRule<unknown[]>[] {
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
    message: `Two sections on this page have the link name “${duplicate}”. Change one of them.`,
    paths: sections
      .filter((section) => section.anchor === duplicate)
      .map((section) => [{ _key: section._key ?? '' }, 'anchor']),
  }
}
