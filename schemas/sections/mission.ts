import { TargetIcon } from '@sanity/icons/Target'
import { defineField } from 'sanity'
import { disc, lines, ring, title } from '@/studio/sections/sectionDrawing'
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
    (c) => [disc(32, 40, 22, c.shape), ring(32, 40, 27), title(68, 18, 40, c), lines(68, 32, 44, 7, c)],
  ],
  fields: [
    headingField(),
    defineField({
      name: 'text',
      type: 'richText',
      title: 'Text',
      description: 'A few paragraphs. Bold text and links are possible.',
      validation: requireText('Enter the mission.'),
    }),
    pictureField({ description: 'Shown beside the text. Optional.' }),
  ],
})
