import { CheckmarkCircleIcon } from '@sanity/icons/CheckmarkCircle'
import { ErrorOutlineIcon } from '@sanity/icons/ErrorOutline'
import { UnknownIcon } from '@sanity/icons/Unknown'
import { defineType } from 'sanity'
import { smallPages } from '@/lib/messages/smallPages'
import { notFound, pages } from '@/lib/pages'
import { listField } from '../fields/list'
import { defineMessageFields } from '../fields/messageFields'
import { definePage } from './definePage'

/** The lists of the success page, keyed by the heading field that precedes each. */
const lists = {
  benefitsHeading: listField('benefits', 'textLines', 'Benefits', 'One benefit per line.', { max: 12 }),
  nextHeading: listField(
    'nextSteps',
    'features',
    'Next steps',
    'What the member does or receives next, in order.',
    { max: 6 },
  ),
}

/** `/success`, Stripe Checkout's return page. */
export const successPage = definePage(pages.success, {
  description: smallPages.successPage.description,
  icon: CheckmarkCircleIcon,
  fields: defineMessageFields(smallPages.successPage).flatMap((field) =>
    field.name === 'benefitsHeading' || field.name === 'nextHeading' ? [field, lists[field.name]] : [field],
  ),
})

/** The 404 page. */
export const notFoundPage = definePage(notFound, {
  description: smallPages.notFoundPage.description,
  icon: UnknownIcon,
  fields: defineMessageFields(smallPages.notFoundPage),
})

/**
 * The page that replaces any page that fails to render. It cannot query the Content Lake, so its strings are part of
 * the build.
 */
export const errorPage = defineType({
  name: 'errorPage',
  type: 'document',
  title: 'Error page',
  description: smallPages.errorPage.description,
  icon: ErrorOutlineIcon,
  fields: defineMessageFields(smallPages.errorPage),
  preview: { prepare: () => ({ title: 'Error page' }) },
})
