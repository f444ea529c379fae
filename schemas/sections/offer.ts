import { BasketIcon } from '@sanity/icons/Basket'
import { defineField } from 'sanity'
import { checkoutLabelField, eyebrowField, headingField, introField } from '../fields/text'
import { defineSection } from './defineSection'

/** The offer, whose prices and values are edited in the document “Offer”. */
export const offer = defineSection({
  name: 'offerSection',
  title: 'Offer',
  description: 'Prices, inclusions, values and bonuses. They are edited in “Offer”.',
  icon: BasketIcon,
  fields: [
    eyebrowField(),
    headingField({
      description: 'When empty, the name of the package in “Offer” is shown.',
      optional: true,
    }),
    introField(),
    checkoutLabelField(),
    defineField({
      name: 'secondaryLink',
      type: 'link',
      title: 'Second link',
      description: 'A quieter link beside the button, for those who are not ready. May be empty.',
    }),
  ],
})
