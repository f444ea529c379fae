import { CommentIcon } from '@sanity/icons/Comment'
import { type DateRule, defineField, defineType } from 'sanity'
import { getProperty } from '@/lib/errorCode'
import { listField } from '../fields/list'
import { headingField, introField, textField } from '../fields/text'
import { pictureField } from '../objects/picture'
import { defineSection } from './defineSection'

/** What members say about the studio, in their own words. */
export const testimonials = defineSection({
  name: 'testimonialsSection',
  title: 'Testimonials',
  description: 'What members say. Only those are shown who have agreed to it.',
  icon: CommentIcon,
  fields: [
    headingField(),
    introField(),
    listField(
      'testimonials',
      'testimonials',
      'Testimonials',
      'Real words of real people, nothing else. While the list is empty, visitors don’t see this section.',
      { optional: true, max: 12 },
    ),
  ],
})

/** What one person says. It is shown once the person has agreed. */
export const testimonial = defineType({
  name: 'testimonial',
  type: 'object',
  title: 'Testimonial',
  icon: CommentIcon,
  fields: [
    textField('quote', 'Words', 'What was said, without quotation marks. Shorten it, but change nothing.', {
      rows: 4,
      max: 400,
    }),
    textField('name', 'Name', 'Of the person who said it.', { max: 60 }),
    textField('role', 'Role', 'For example the name of their podcast. May be empty.', {
      optional: true,
      max: 80,
    }),
    pictureField({ description: 'A portrait. May be empty.' }),
    defineField({
      name: 'consent',
      type: 'date',
      title: 'Agreed on',
      description:
        'The day on which this person agreed, in writing, to be shown here with name, words and picture. Keep what they wrote: this note is the only one on the site’s side.',
      validation: consentRules,
    }),
  ],
  preview: {
    select: { title: 'name', subtitle: 'quote', media: 'picture', consent: 'consent' },
    prepare: ({ title, subtitle, media, consent }) => ({
      title: title ?? 'Somebody without a name',
      subtitle: consent ? subtitle : 'Not shown: no consent is noted',
      media,
    }),
  },
})

/** Without consent a testimonial is not shown, which keeps nobody from publishing the rest. */
function consentRules(rule: DateRule): DateRule[] {
  return [
    rule.custom((day, { parent }) => (day ? true : notShown(parent))).warning(),
    rule.custom((day) => (day && day > today() ? 'This day is still to come. Is the date right?' : true)),
  ]
}

function notShown(testimonial: unknown): string {
  const name = getProperty(testimonial, 'name')
  return `Visitors do not see this testimonial, since it is not noted that ${name || 'the person'} agreed to it. Ask first, then choose the day of the answer.`
}

const today = () => new Date().toISOString().slice(0, 10)
