import { TargetIcon } from '@sanity/icons/Target'
import { defineField } from 'sanity'
import { requireText } from '../fields/requiredText'
import { headingField } from '../fields/text'
import { pictureField } from '../objects/picture'
import { defineSection } from './defineSection'

/** What the studio is there for. */
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
      description: 'A few paragraphs. Strong words and links are possible.',
      validation: requireText('Please write the mission.'),
    }),
    pictureField({ description: 'Shown beside the text. May be empty.' }),
  ],
})
