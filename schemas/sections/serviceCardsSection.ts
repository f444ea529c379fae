import { CaseIcon } from '@sanity/icons/Case'
import { listField } from '../fields/list'
import { headingField } from '../fields/text'
import { defineSection } from './defineSection'

/** The services as cards. */
export const serviceCardsSection = defineSection({
  name: 'serviceCardsSection',
  title: 'Service cards',
  description: 'What the studio does, one card for each service.',
  icon: CaseIcon,
  fields: [
    headingField({ optional: true, description: 'The line above the cards. May be empty.' }),
    listField({
      name: 'cards',
      type: 'serviceCards',
      title: 'Cards',
      description: 'Three of them fill the row.',
      expected: 3,
    }),
  ],
})
