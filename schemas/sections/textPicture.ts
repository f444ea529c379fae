import { ImageIcon } from '@sanity/icons/Image'
import { defineField } from 'sanity'
import { drawHeading, drawParagraph } from '@/studio/inputs/sectionDrawing'
import { choiceField } from '../fields/choice'
import { checkText } from '../fields/requiredText'
import { headingField } from '../fields/text'
import { pictureField } from '../objects/picture'
import { defineSection } from './defineSection'

const sideChoices = [
  { title: 'Right', value: 'right' },
  { title: 'Left', value: 'left' },
]

export const textPicture = defineSection({
  name: 'textPictureSection',
  title: 'Text with picture',
  description: 'A few paragraphs beside a large picture, or a picture alone, as wide as the window.',
  icon: ImageIcon,
  group: 'text',
  drawing: [
    'bone',
    (colors) => [
      drawHeading(8, 20, 36, colors),
      drawParagraph(8, 34, 40, 6, colors),
      `<path d='M58 10H120V70H82a24 24 0 0 1-24-24z' fill='${colors.shape}'/>`,
    ],
  ],
  fields: [
    headingField({ optional: true, description: 'The line above the text. Optional.' }),
    defineField({
      name: 'text',
      type: 'richText',
      title: 'Text',
      description:
        'Two or three short paragraphs. Without heading and text, the picture is as wide as the window.',
      validation: checkText,
    }),
    pictureField({ description: 'Shown large beside the text.', required: true }),
    choiceField('side', 'Picture side', 'For wide screens. Phones show the picture first.', sideChoices, {
      initialValue: 'right',
    }),
  ],
})
