import { BasketIcon } from '@sanity/icons/Basket'
import { defineField } from 'sanity'
import { block, button, lit, rule, times, title } from '@/studio/sections/sectionDrawing'
import { checkoutLabelField, eyebrowField, headingField, introField } from '../fields/text'
import { defineSection } from './defineSection'

/** The offer; the document “Offer” holds its prices and values. */
export const offer = defineSection({
  name: 'offerSection',
  title: 'Offer',
  description: 'Prices, inclusions, values and bonuses. Edit them in “Offer”.',
  icon: BasketIcon,
  group: 'selling',
  drawing: [
    'deep',
    (c) => [
      title(8, 12, 34, c),
      block(52, 8, 60, 64, '#fbf6ec'),
      block(52, 8, 60, 3, c.words),
      title(58, 18, 24, c),
      ...times(4, (at) => rule(58, 34 + at * 8, 48, c.shape)),
      ...times(3, (at) => block(58, 37 + at * 8, 12 + at * 12, 2, lit)),
      button(8, 56),
    ],
  ],
  fields: [
    eyebrowField(),
    headingField({
      description: 'If empty, the package name from “Offer” is shown.',
      optional: true,
    }),
    introField(),
    checkoutLabelField(),
    defineField({
      name: 'secondaryLink',
      type: 'link',
      title: 'Second link',
      description: 'A less prominent link beside the button, for visitors who aren’t ready. Optional.',
    }),
  ],
})
