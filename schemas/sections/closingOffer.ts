import { CreditCardIcon } from '@sanity/icons/CreditCard'
import { listField } from '../fields/list'
import { checkoutLabelField, headingField, introField, textField } from '../fields/text'
import { defineSection } from './defineSection'

/** The last invitation on the home page, with ways to pay later. */
export const closingOffer = defineSection({
  name: 'closingOfferSection',
  title: 'Closing offer',
  description: 'The last invitation, with the providers of flexible payments.',
  icon: CreditCardIcon,
  fields: [
    headingField(),
    introField({
      name: 'text',
      title: 'Text',
      description: 'One to three sentences below the heading.',
      optional: false,
    }),
    textField(
      'providersIntro',
      'Line above the providers',
      'For example “Flexible payments through”. May be empty.',
      { optional: true, max: 60 },
    ),
    listField(
      'providers',
      'textLines',
      'Providers',
      'Companies that let members pay later. Say in the note below how each of them applies: of these, Stripe lets Klarna alone pay for what renews.',
      { expected: 3, initialValue: ['Klarna', 'Afterpay', 'Affirm'] },
    ),
    textField(
      'availabilityNote',
      'Note about availability',
      'Says what each of these providers can pay for, and that not everybody is offered them. The law wants it close to their names.',
      { rows: 3, max: 320 },
    ),
    checkoutLabelField(),
  ],
})
