import { CheckmarkCircleIcon } from '@sanity/icons/CheckmarkCircle'
import { ErrorOutlineIcon } from '@sanity/icons/ErrorOutline'
import { UnknownIcon } from '@sanity/icons/Unknown'
import { defineType } from 'sanity'
import { notFound, pages } from '@/lib/pages'
import { listField } from '../fields/list'
import { headingField, textField } from '../fields/text'
import { definePage } from './definePage'

const homeLabelField = textField('homeLabel', 'Button to the home page', 'Text on the button.', {
  max: 40,
})

/** `/success`, Stripe Checkout's return page. */
export const successPage = definePage(pages.success, {
  description: 'What new members see after paying.',
  icon: CheckmarkCircleIcon,
  fields: [
    headingField({ description: 'Shown to visitors whose payment was found.' }),
    textField(
      'visitorHeading',
      'Heading without a purchase',
      'Shown to visitors without a payment. If empty, all visitors see the other heading.',
      {
        optional: true,
        max: 90,
      },
    ),
    textField(
      'checkingHeading',
      'Heading during the payment check',
      'Shown to visitors who come from Checkout until their payment is found.',
      { max: 90 },
    ),
    textField(
      'lead',
      'Lead',
      'What the page shows. It also has to be true for visitors without a purchase.',
      {
        rows: 3,
        max: 320,
      },
    ),
    textField('benefitsHeading', 'Heading of the benefits', 'Above the list of what a membership includes.', {
      max: 60,
    }),
    listField('benefits', 'textLines', 'Benefits', 'One benefit per line.', {
      max: 12,
    }),
    textField('nextHeading', 'Heading of the next steps', 'For example “What happens next”.', { max: 60 }),
    listField('nextSteps', 'features', 'Next steps', 'What the member does or receives next, in order.', {
      max: 6,
    }),
    homeLabelField,
  ],
})

/** The page of unknown paths. */
export const notFoundPage = definePage(notFound, {
  description: 'What visitors see at a URL without a page.',
  icon: UnknownIcon,
  fields: [
    headingField(),
    textField('text', 'Text', 'Below the heading. Optional.', { optional: true, rows: 3, max: 320 }),
    homeLabelField,
  ],
})

/**
 * The page that replaces any page that fails to render. It cannot query the Content Lake, so its texts are part of the
 * build.
 */
export const errorPage = defineType({
  name: 'errorPage',
  type: 'document',
  title: 'Error page',
  description: 'What visitors see when a page fails. Changes go live with the next deployment of the site.',
  icon: ErrorOutlineIcon,
  fields: [
    textField(
      'title',
      'Title',
      'Shown in the browser tab. Changes go live with the next deployment of the site.',
      { max: 60 },
    ),
    headingField(),
    textField('text', 'Text', 'What the visitor can do now.', { rows: 3, max: 320 }),
    textField('retryLabel', 'Button to try again', 'Text on the button that reloads the page.', {
      max: 40,
    }),
    homeLabelField,
  ],
  preview: { prepare: () => ({ title: 'Error page' }) },
})
