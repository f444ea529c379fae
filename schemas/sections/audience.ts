import { UsersIcon } from '@sanity/icons/Users'
import { disc, lines, lit, rule, times, title } from '@/studio/sections/sectionDrawing'
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
    (c) =>
      times(
        3,
        (at) =>
          `${rule(8, 10 + at * 22, 104, c.words)}${title(8, 18 + at * 22, 46, c)}${disc(76, 21 + at * 22, 4, lit)}${lines(88, 17 + at * 22, 24, 2, c)}`,
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
