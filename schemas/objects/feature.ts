import { SparkleIcon } from '@sanity/icons/Sparkle'
import { defineField, defineType } from 'sanity'
import { drawings } from '@/lib/content/media/drawings'
import { textField } from '../fields/text'

/** A short title with text, used for features, audiences, beliefs, weeks, reasons and steps. */
export const feature = defineType({
  name: 'feature',
  type: 'object',
  title: 'Title and text',
  icon: SparkleIcon,
  fields: [
    textField('title', 'Title', 'A few words that make sense on their own.', { max: 60 }),
    textField('text', 'Text', 'One or two sentences below the title.', { rows: 3, max: 240 }),
    defineField({
      name: 'drawing',
      type: 'string',
      title: 'Drawing',
      description: 'Shown beside the text, in lists of features only. The default is a knob.',
      options: { list: [...drawings] },
    }),
  ],
  preview: { select: { title: 'title', subtitle: 'text' } },
})
