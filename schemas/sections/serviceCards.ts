import { CaseIcon } from '@sanity/icons/Case'
import { defineType } from 'sanity'
import { listField } from '../fields/list'
import { headingField, textField } from '../fields/text'
import { pictureField } from '../objects/picture'
import { defineSection } from './defineSection'

/** The services as cards. */
export const serviceCards = defineSection({
  name: 'serviceCardsSection',
  title: 'Service cards',
  description: 'What the studio does, one card for each service.',
  icon: CaseIcon,
  fields: [
    headingField({ optional: true, description: 'The line above the cards. May be empty.' }),
    listField('cards', 'serviceCards', 'Cards', 'Three of them fill the row.', { expected: 3 }),
  ],
})

/** A card that presents one service. */
export const serviceCard = defineType({
  name: 'serviceCard',
  type: 'object',
  title: 'Service card',
  icon: CaseIcon,
  fields: [
    textField('title', 'Title', 'The name of the service.', { max: 60 }),
    textField('text', 'Text', 'What the member gets, in one or two sentences.', { rows: 3, max: 240 }),
    listField('points', 'textLines', 'Points', 'Short facts, shown as a list below the text. May be empty.', {
      optional: true,
      max: 6,
    }),
    pictureField({ description: 'Shown at the top of the card. May be empty.' }),
  ],
  preview: { select: { title: 'title', subtitle: 'text', media: 'picture' } },
})
