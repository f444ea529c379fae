import { CreditCardIcon } from '@sanity/icons/CreditCard'
import { drawButton, drawHeading, drawParagraph, drawRing } from '@/studio/inputs/sectionDrawing'
import { listField } from '../fields/list'
import { checkoutLabelField, headingField, introField, textField } from '../fields/text'
import { defineSection } from './defineSection'

export const closingOffer = defineSection({
  name: 'closingOfferSection',
  title: 'Closing offer',
  description: 'A final call to action, with companies that let members pay over time.',
  icon: CreditCardIcon,
  group: 'selling',
  drawing: [
    'deep',
    (colors) => [
      drawHeading(8, 18, 56, colors),
      drawHeading(8, 28, 42, colors),
      drawParagraph(8, 42, 50, 2, colors),
      drawButton(8, 58),
      drawRing(112, 40, 34),
    ],
  ],
  fields: [
    headingField(),
    introField({
      name: 'text',
      title: 'Text',
      description: 'One to three sentences below the heading.',
      optional: false,
    }),
    textField('providersIntro', 'Line above the providers', 'For example “Paying over time”. Optional.', {
      optional: true,
      max: 60,
    }),
    listField(
      'providers',
      'textLines',
      'Providers',
      'Companies that let members pay over time, each with its status. Only Klarna supports recurring payments.',
      {
        expected: 2,
        initialValue: ['Klarna: at checkout, if eligible', 'Afterpay, Affirm: not for monthly plans'],
      },
    ),
    textField(
      'availabilityNote',
      'Note about availability',
      'What each provider can be used for, and that availability varies. The law requires this note near their names.',
      { rows: 3, max: 320 },
    ),
    checkoutLabelField(),
  ],
})
