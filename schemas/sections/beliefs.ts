import { HeartIcon } from '@sanity/icons/Heart'
import { drawHeading, drawParagraph, repeat } from '@/studio/inputs/sectionDrawing'
import { listField } from '../fields/list'
import { headingField, introField } from '../fields/text'
import { defineSection } from './defineSection'

export const beliefs = defineSection({
  name: 'beliefsSection',
  title: 'Beliefs',
  description: 'Three things the studio believes in.',
  icon: HeartIcon,
  group: 'about',
  drawing: [
    'deep',
    (colors) =>
      repeat(
        3,
        (index) =>
          `${drawHeading(8 + index * 20, 10 + index * 24, 42, colors)}${drawParagraph(8 + index * 20, 19 + index * 24, 36, 2, colors)}`,
      ),
  ],
  fields: [
    headingField(),
    introField(),
    listField('beliefs', 'features', 'Beliefs', 'Three fill the row.', { expected: 3 }),
  ],
})
