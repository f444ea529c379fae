import { CheckmarkCircleIcon } from '@sanity/icons/CheckmarkCircle'
import { ErrorOutlineIcon } from '@sanity/icons/ErrorOutline'
import { UnknownIcon } from '@sanity/icons/Unknown'
import { defineType } from 'sanity'
import { notFound, pages } from '@/lib/pages'
import { listField } from '../fields/list'
import { headingField, textField } from '../fields/text'
import { definePage } from './definePage'

const homeLabelField = textField('homeLabel', 'Button to the home page', 'The words on the button.', {
  max: 40,
})

/** `/success`, where Checkout leads back to. */
export const successPage = definePage(pages.success, {
  description: 'What new members see after paying.',
  icon: CheckmarkCircleIcon,
  fields: [
    headingField({ description: 'For people whose payment was found.' }),
    textField(
      'visitorHeading',
      'Heading without a purchase',
      'Until a payment is found, and for people without one. May be empty: then everybody sees the other heading.',
      {
        optional: true,
        max: 90,
      },
    ),
    textField(
      'checkingHeading',
      'Heading while the payment is looked up',
      'For people who come from the checkout, from the first moment until their payment is found.',
      { max: 90 },
    ),
    textField('lead', 'Lead', 'What the page shows. It has to be true without a purchase, too.', {
      rows: 3,
      max: 320,
    }),
    textField('benefitsHeading', 'Heading of the benefits', 'Above the list of what a membership holds.', {
      max: 60,
    }),
    listField('benefits', 'textLines', 'Benefits', 'One line for each thing that the member now has.', {
      max: 12,
    }),
    textField('nextHeading', 'Heading of the next steps', 'For example “What happens next”.', { max: 60 }),
    listField('nextSteps', 'features', 'Next steps', 'What the member does or receives now, in order.', {
      max: 6,
    }),
    homeLabelField,
  ],
})

/** Any address that has no page. */
export const notFoundPage = definePage(notFound, {
  description: 'What visitors see at an address that has no page.',
  icon: UnknownIcon,
  fields: [
    headingField(),
    textField('text', 'Text', 'Below the heading. May be empty.', { optional: true, rows: 3, max: 320 }),
    homeLabelField,
  ],
})

/** What a page shows when it fails. It cannot ask the lake then, so its texts are part of the build. */
export const errorPage = defineType({
  name: 'errorPage',
  type: 'document',
  title: 'Error page',
  description: 'What visitors see when a page fails. A change shows after the next deployment of the site.',
  icon: ErrorOutlineIcon,
  fields: [
    textField(
      'title',
      'Title',
      'The name of the browser’s tab. Changes show after the next deployment of the site.',
      { max: 60 },
    ),
    headingField(),
    textField('text', 'Text', 'What the visitor can do now.', { rows: 3, max: 320 }),
    textField('retryLabel', 'Button to try again', 'The words on the button that loads the page again.', {
      max: 40,
    }),
    homeLabelField,
  ],
  preview: { prepare: () => ({ title: 'Error page' }) },
})
