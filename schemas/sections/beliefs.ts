import { HeartIcon } from '@sanity/icons/Heart'
import { listField } from '../fields/list'
import { headingField, introField } from '../fields/text'
import { defineSection } from './defineSection'

export const beliefs = defineSection({
  name: 'beliefsSection',
  title: 'Beliefs',
  description: 'Three things the studio believes in.',
  icon: HeartIcon,
  fields: [
    headingField(),
    introField(),
    listField('beliefs', 'features', 'Beliefs', 'Three fill the row.', { expected: 3 }),
  ],
})
