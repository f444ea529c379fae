import { BlockContentIcon } from '@sanity/icons/BlockContent'
import { defineField } from 'sanity'
import { requireText } from '../fields/requiredText'
import { headingField } from '../fields/text'
import { defineSection } from './defineSection'

/** Some paragraphs. */
export const textBlock = defineSection({
  name: 'textBlockSection',
  title: 'Text',
  description: 'A few paragraphs with a heading beside them.',
  icon: BlockContentIcon,
  fields: [
    headingField({ optional: true, description: 'Stands beside the text. May be empty.' }),
    defineField({
      name: 'text',
      type: 'richText',
      title: 'Text',
      description: 'A few paragraphs. Headings, lists, strong words and links are possible.',
      validation: requireText('Please write the text.'),
    }),
  ],
})
