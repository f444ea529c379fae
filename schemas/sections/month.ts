import { CalendarIcon } from '@sanity/icons/Calendar'
import {
  accentColor,
  drawHeading,
  drawParagraph,
  drawRectangle,
  repeat,
} from '@/studio/inputs/sectionDrawing'
import { listField } from '../fields/list'
import { headingField, introField, textField } from '../fields/text'
import { defineSection } from './defineSection'

export const month = defineSection({
  name: 'monthSection',
  title: 'A month in the room',
  description: 'Four weeks of a membership: recording, editing and publishing.',
  icon: CalendarIcon,
  group: 'selling',
  drawing: [
    'bone',
    (colors) => [
      drawHeading(8, 12, 48, colors),
      ...repeat(4, (index) =>
        drawRectangle(8 + index * 27, 34, 24, 4, index === 3 ? accentColor : colors.shape),
      ),
      ...repeat(4, (index) => drawParagraph(8 + index * 27, 46, 22, 3, colors)),
    ],
  ],
  fields: [
    headingField({ initialValue: 'A month in the room' }),
    introField(),
    listField('weeks', 'features', 'Weeks', 'What happens in each week, in order. Four fill the row.', {
      expected: 4,
    }),
    textField(
      'episodes',
      'Episodes per month',
      'As visitors read it, for example “4 episodes a month”. Optional.',
      {
        optional: true,
        max: 60,
      },
    ),
    textField('turnaround', 'Turnaround', 'How soon an episode is finished, as visitors read it. Optional.', {
      optional: true,
      max: 60,
    }),
  ],
})
