import { BasketIcon } from '@sanity/icons/Basket'
import { defineField } from 'sanity'
import {
  accentColor,
  drawButton,
  drawHeading,
  drawLine,
  drawRectangle,
  repeat,
} from '@/studio/inputs/sectionDrawing'
import { checkoutLabelField, eyebrowField, headingField, introField } from '../fields/text'
import { defineSection } from './defineSection'

/** The offer section. Its prices and values are in the document “Offer”. */
export const offer = defineSection({
  name: 'offerSection',
  title: 'Offer',
  description: 'Prices, inclusions, values and bonuses. Edit them in “Offer”.',
  icon: BasketIcon,
  group: 'selling',
  drawing: [
    'deep',
    (colors) => [
      drawHeading(8, 12, 34, colors),
      drawRectangle(52, 8, 60, 64, '#fbf6ec'),
      drawRectangle(52, 8, 60, 3, colors.text),
      drawHeading(58, 18, 24, colors),
      ...repeat(4, (index) => drawLine(58, 34 + index * 8, 48, colors.shape)),
      ...repeat(3, (index) => drawRectangle(58, 37 + index * 8, 12 + index * 12, 2, accentColor)),
      drawButton(8, 56),
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
      description: 'A less prominent link beside the button, for visitors not ready to join. Optional.',
    }),
  ],
})
