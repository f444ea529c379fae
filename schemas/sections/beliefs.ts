import { HeartIcon } from '@sanity/icons/Heart'
import { listField } from '../fields/list'
import { headingField, introField } from '../fields/text'
import { defineSection } from './defineSection'

/** What the studio believes in. */
export const beliefs = defineSection({
  name: 'beliefsSection',
  title: 'Beliefs',
  description: 'Three things the studio holds on to.',
  icon: HeartIcon,
  fields: [
    headingField(),
    introField(),
    listField('beliefs', 'features', 'Beliefs', 'Three of them fill the row.', { expected: 3 }),
  ],
})
