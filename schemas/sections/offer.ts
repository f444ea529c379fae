import { BasketIcon } from '@sanity/icons/Basket'
import { defineField } from 'sanity'
import { checkoutLabelField, eyebrowField, headingField, introField } from '../fields/text'
import { defineSection } from './defineSection'

/** The offer; the document “Offer” holds its prices and values. */
export const offer = defineSection({
  name: 'offerSection',
  title: 'Offer',
  description: 'Prices, inclusions, values and bonuses. Edit them in “Offer”.',
  icon: BasketIcon,
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
