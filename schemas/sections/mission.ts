import { TargetIcon } from '@sanity/icons/Target'
import { defineField } from 'sanity'
import { requireText } from '../fields/requiredText'
import { headingField } from '../fields/text'
import { pictureField } from '../objects/picture'
import { defineSection } from './defineSection'

export const mission = defineSection({
  name: 'missionSection',
  title: 'Mission',
  description: 'Why the studio exists, in a few paragraphs with a picture.',
  icon: TargetIcon,
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
