import { TextIcon } from '@sanity/icons/Text'
import { drawHeading, drawParagraph, drawRing } from '@/studio/inputs/sectionDrawing'
import { eyebrowField, headingField, introField } from '../fields/text'
import { pictureField } from '../objects/picture'
import { defineSection } from './defineSection'

/** The opening of a page other than the home page. */
export const pageIntro = defineSection({
  name: 'pageIntroSection',
  title: 'Page opening',
  description: 'Heading, lead and picture at the top of a page.',
  icon: TextIcon,
  group: 'opening',
  drawing: [
    'ink',
    (colors) => [
      drawHeading(8, 28, 44, colors),
      drawHeading(8, 38, 34, colors),
      drawParagraph(8, 50, 40, 2, colors),
      `<path d='M120 12H96a28 28 0 0 0 0 56h24z' fill='${colors.shape}'/>`,
      drawRing(96, 40, 31),
    ],
  ],
  fields: [
    eyebrowField(),
    headingField(),
    introField({ name: 'lead', title: 'Lead' }),
    pictureField({ description: 'Shown beside the heading. Optional.' }),
  ],
})
