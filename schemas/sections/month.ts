import { CalendarIcon } from '@sanity/icons/Calendar'
import { listField } from '../fields/list'
import { headingField, introField, textField } from '../fields/text'
import { defineSection } from './defineSection'

/** What a membership amounts to in a month, week by week. */
export const month = defineSection({
  name: 'monthSection',
  title: 'A month in the room',
  description: 'Four weeks of a membership: when you record, when it is edited, when it is out.',
  icon: CalendarIcon,
  fields: [
    headingField({ initialValue: 'A month in the room' }),
    introField(),
    listField(
      'weeks',
      'features',
      'Weeks',
      'What happens in each week, in order. Four of them fill the row.',
      {
        expected: 4,
      },
    ),
    textField(
      'episodes',
      'Episodes a month',
      'As visitors read it, for example “4 episodes a month”. May be empty.',
      {
        optional: true,
        max: 60,
      },
    ),
    textField(
      'turnaround',
      'Turnaround',
      'How soon an episode is finished, as visitors read it. May be empty.',
      {
        optional: true,
        max: 60,
      },
    ),
  ],
})
