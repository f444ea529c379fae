import { HeartIcon } from '@sanity/icons/Heart'
import { lines, times, title } from '@/studio/sections/sectionDrawing'
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
    (c) =>
      times(
        3,
        (at) => `${title(8 + at * 20, 10 + at * 24, 42, c)}${lines(8 + at * 20, 19 + at * 24, 36, 2, c)}`,
      ),
  ],
  fields: [
    headingField(),
    introField(),
    listField('beliefs', 'features', 'Beliefs', 'Three fill the row.', { expected: 3 }),
  ],
})
