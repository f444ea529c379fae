import { TargetIcon } from '@sanity/icons/Target'
import { defineField } from 'sanity'
import { drawDisc, drawHeading, drawParagraph, drawRing } from '@/studio/inputs/sectionDrawing'
import { requireText } from '../fields/requiredText'
import { headingField } from '../fields/text'
import { pictureField } from '../objects/picture'
import { defineSection } from './defineSection'

export const mission = defineSection({
  name: 'missionSection',
  title: 'Mission',
  description: 'Why the studio exists, in a few paragraphs with a picture.',
  icon: TargetIcon,
  group: 'about',
  drawing: [
    'bone',
    (colors) => [
      drawDisc(32, 40, 22, colors.shape),
      drawRing(32, 40, 27),
      drawHeading(68, 18, 40, colors),
      drawParagraph(68, 32, 44, 7, colors),
    ],
  ],
  fields: [
    headingField(),
    defineField({
      name: 'text',
      type: 'richText',
      title: 'Text',
      description: 'A few paragraphs. You can use bold text and links.',
      validation: requireText('Enter the mission.'),
    }),
    pictureField({ description: 'Shown beside the text. Optional.' }),
  ],
})
