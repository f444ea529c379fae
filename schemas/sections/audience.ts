import { UsersIcon } from '@sanity/icons/Users'
import {
  accentColor,
  drawDisc,
  drawHeading,
  drawLine,
  drawParagraph,
  repeat,
} from '@/studio/inputs/sectionDrawing'
import { listField } from '../fields/list'
import { headingField, introField } from '../fields/text'
import { defineSection } from './defineSection'

export const audience = defineSection({
  name: 'audienceSection',
  title: 'Audiences',
  description: 'Three audiences that the membership is for.',
  icon: UsersIcon,
  group: 'selling',
  drawing: [
    'bone',
    (colors) =>
      repeat(
        3,
        (index) =>
          `${drawLine(8, 10 + index * 22, 104, colors.text)}${drawHeading(8, 18 + index * 22, 46, colors)}${drawDisc(76, 21 + index * 22, 4, accentColor)}${drawParagraph(88, 17 + index * 22, 24, 2, colors)}`,
      ),
  ],
  fields: [
    headingField({ initialValue: 'Who This Is For' }),
    introField(),
    listField(
      'audiences',
      'features',
      'Audiences',
      'Who they are, and why this is for them. Three fill the row.',
      { expected: 3 },
    ),
  ],
})
