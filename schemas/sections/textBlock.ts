import { BlockContentIcon } from '@sanity/icons/BlockContent'
import { defineField } from 'sanity'
import { drawHeading, drawParagraph } from '@/studio/inputs/sectionDrawing'
import { requireText } from '../fields/requiredText'
import { headingField } from '../fields/text'
import { defineSection } from './defineSection'

export const textBlock = defineSection({
  name: 'textBlockSection',
  title: 'Text',
  description: 'A few paragraphs with a heading beside them.',
  icon: BlockContentIcon,
  group: 'text',
  drawing: ['bone', (colors) => [drawHeading(8, 14, 34, colors), drawParagraph(56, 14, 56, 11, colors)]],
  fields: [
    headingField({ optional: true, description: 'Shown beside the text. Optional.' }),
    defineField({
      name: 'text',
      type: 'richText',
      title: 'Text',
      description: 'A few paragraphs. You can use headings, lists, bold text and links.',
      validation: requireText('Enter the text.'),
    }),
  ],
})
