import { CommentIcon } from '@sanity/icons/Comment'
import { type DateRule, defineField, defineType } from 'sanity'
import { getProperty } from '@/lib/errorCode'
import { drawDisc, drawLine, drawRectangle, repeat } from '@/studio/inputs/sectionDrawing'
import { listField } from '../fields/list'
import { headingField, introField, textField } from '../fields/text'
import { defineList } from '../lists'
import { pictureField } from '../objects/picture'
import { defineSection } from './defineSection'

/** A quote from one person, shown only with consent. */
const testimonial = defineType({
  name: 'testimonial',
  type: 'object',
  title: 'Testimonial',
  icon: CommentIcon,
  fields: [
    textField('quote', 'Quote', 'Without quotation marks. You can shorten it, but don’t reword it.', {
      rows: 4,
      max: 400,
    }),
    textField('name', 'Name', 'The person’s name.', { max: 60 }),
    textField('role', 'Role', 'For example the name of their podcast. Optional.', {
      optional: true,
      max: 80,
    }),
    pictureField({ description: 'A portrait. Optional.' }),
    defineField({
      name: 'consent',
      type: 'date',
      title: 'Consent date',
      description:
        'The date on which this person agreed in writing to appear here with their name, quote and picture. Keep the written consent as proof.',
      validation: createConsentRules,
    }),
  ],
  preview: {
    select: { title: 'name', subtitle: 'quote', media: 'picture', consent: 'consent' },
    prepare: ({ title, subtitle, media, consent }) => ({
      title: title ?? 'Unnamed',
      subtitle: consent ? subtitle : 'Not shown: no consent date',
      media,
    }),
  },
})

export const testimonials = defineSection({
  name: 'testimonialsSection',
  title: 'Testimonials',
  description: 'What members say. A testimonial is shown only with the member’s consent.',
  icon: CommentIcon,
  group: 'proof',
  drawing: [
    'deep',
    (colors) =>
      repeat(
        2,
        (index) =>
          `${drawLine(8, 8 + index * 34, 104, colors.text)}${drawDisc(16, 22 + index * 34, 7, colors.shape)}${drawRectangle(28, 18 + index * 34, 14, 3, colors.text)}${drawRectangle(28, 24 + index * 34, 10, 2, colors.shape)}${repeat(3, (row) => drawRectangle(52, 16 + index * 34 + row * 7, row === 2 ? 34 : 58, 4, colors.text)).join('')}`,
      ),
  ],
  fields: [
    headingField(),
    introField(),
    listField(
      'testimonials',
      'testimonials',
      'Testimonials',
      'Only real quotes from real people. If the list is empty, visitors don’t see this section.',
      { optional: true, max: 12 },
    ),
  ],
  ownTypes: [testimonial, defineList('testimonials', 'Testimonials', 'testimonial')],
})

/** Creates the rules for a consent date. A missing date causes only a warning, since the page hides the testimonial. */
function createConsentRules(rule: DateRule): DateRule[] {
  return [
    rule.custom((date, { parent }) => (date ? true : describeMissingConsent(parent))).warning(),
    rule.custom((date) => (date && date > getToday() ? 'This date is in the future. Correct it.' : true)),
  ]
}

function describeMissingConsent(testimonial: unknown): string {
  const name = getProperty(testimonial, 'name')
  return `Visitors don’t see this testimonial, because there’s no consent date. Ask ${name || 'the person'} for consent, then enter the date.`
}

const getToday = () => new Date().toISOString().slice(0, 10)
