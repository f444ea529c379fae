import { CaseIcon } from '@sanity/icons/Case'
import { defineType } from 'sanity'
import { drawParagraph, drawRectangle, drawRing } from '@/studio/inputs/sectionDrawing'
import { listField } from '../fields/list'
import { headingField, textField } from '../fields/text'
import { defineList } from '../lists'
import { pictureField } from '../objects/picture'
import { defineSection } from './defineSection'

const serviceCard = defineType({
  name: 'serviceCard',
  type: 'object',
  title: 'Service card',
  icon: CaseIcon,
  fields: [
    textField('title', 'Title', 'The name of the service.', { max: 60 }),
    textField('text', 'Text', 'What the member gets, in one or two sentences.', { rows: 3, max: 240 }),
    listField('points', 'textLines', 'Points', 'Short facts, shown as a list below the text. Optional.', {
      optional: true,
      max: 6,
    }),
    pictureField({ description: 'Shown at the top of the card. Optional.' }),
  ],
  preview: { select: { title: 'title', subtitle: 'text', media: 'picture' } },
})

export const serviceCards = defineSection({
  name: 'serviceCardsSection',
  title: 'Service cards',
  description: 'The studio’s services, one card each.',
  icon: CaseIcon,
  group: 'studio',
  drawing: [
    'bone',
    (colors) => [
      drawRectangle(8, 8, 56, 28, colors.shape),
      drawRing(76, 14, 5),
      drawParagraph(72, 24, 38, 2, colors),
      drawRectangle(56, 44, 56, 28, colors.shape),
      drawRing(14, 50, 5),
      drawParagraph(8, 60, 38, 2, colors),
    ],
  ],
  fields: [
    headingField({ optional: true, description: 'The line above the cards. Optional.' }),
    listField('cards', 'serviceCards', 'Cards', 'Three fill the row.', { expected: 3 }),
  ],
  ownTypes: [serviceCard, defineList('serviceCards', 'Service cards', 'serviceCard')],
})
