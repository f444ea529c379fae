import { UsersIcon } from '@sanity/icons/Users'
import { listField } from '../fields/list'
import { headingField, introField } from '../fields/text'
import { defineSection } from './defineSection'

/** Who the membership is for. */
export const audience = defineSection({
  name: 'audienceSection',
  title: 'Audiences',
  description: 'Who this is for: three kinds of people.',
  icon: UsersIcon,
  fields: [
    headingField({ initialValue: 'Who This Is For' }),
    introField(),
    listField(
      'audiences',
      'features',
      'Audiences',
      'Three of them fill the row: who they are, and why this is for them.',
      { expected: 3 },
    ),
  ],
})
