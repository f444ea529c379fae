import { UsersIcon } from '@sanity/icons/Users'
import { listField } from '../fields/list'
import { headingField, introField } from '../fields/text'
import { defineSection } from './defineSection'

export const audience = defineSection({
  name: 'audienceSection',
  title: 'Audiences',
  description: 'Three audiences that the membership is for.',
  icon: UsersIcon,
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
