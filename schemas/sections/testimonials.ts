import { CommentIcon } from '@sanity/icons/Comment'
import { type DateRule, defineField, defineType } from 'sanity'
import { getProperty } from '@/lib/errorCode'
import { block, disc, rule, times } from '@/studio/sections/sectionDrawing'
import { listField } from '../fields/list'
import { headingField, introField, textField } from '../fields/text'
import { defineList } from '../lists'
import { pictureField } from '../objects/picture'
import { defineSection } from './defineSection'

/** A quote of one person, shown only with consent. */
const testimonial = defineType({
  name: 'testimonial',
  type: 'object',
  title: 'Testimonial',
  icon: CommentIcon,
  fields: [
    textField('quote', 'Quote', 'Without quotation marks. You can shorten it, but don’t change it.', {
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
        'The date on which this person agreed in writing to appear here with name, quote and picture. Keep their message as proof.',
      validation: consentRules,
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
    (c) =>
      times(
        2,
        (at) =>
          `${rule(8, 8 + at * 34, 104, c.words)}${disc(16, 22 + at * 34, 7, c.shape)}${block(28, 18 + at * 34, 14, 3, c.words)}${block(28, 24 + at * 34, 10, 2, c.shape)}${times(3, (row) => block(52, 16 + at * 34 + row * 7, row === 2 ? 34 : 58, 4, c.words)).join('')}`,
      ),
  ],
  fields: [
    headingField(),
    introField(),
    listField(
      'testimonials',
      'testimonials',
      'Testimonials',
      'Only real quotes of real people. If the list is empty, visitors don’t see this section.',
      { optional: true, max: 12 },
    ),
  ],
  ownTypes: [testimonial, defineList('testimonials', 'Testimonials', 'testimonial')],
})

/** Missing consent is only a warning: the testimonial is hidden, and the rest can be published. */
function consentRules(rule: DateRule): DateRule[] {
  return [
    rule.custom((day, { parent }) => (day ? true : describeMissingConsent(parent))).warning(),
    rule.custom((day) => (day && day > today() ? 'This date is in the future. Is it right?' : true)),
  ]
}

function describeMissingConsent(testimonial: unknown): string {
  const name = getProperty(testimonial, 'name')
  return `Visitors don’t see this testimonial, because there’s no consent date. Ask ${name || 'the person'} for consent, then enter the date.`
}

const today = () => new Date().toISOString().slice(0, 10)
