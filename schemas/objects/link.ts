import { LinkIcon } from '@sanity/icons/Link'
import { defineType } from 'sanity'
import { destinationFields, destinationText, fragmentField } from '../fields/destination'
import { textField } from '../fields/text'

/** A link with its words, in navigation, footer and sections. */
export const link = defineType({
  name: 'link',
  type: 'object',
  title: 'Link',
  icon: LinkIcon,
  fields: [
    textField({
      name: 'label',
      title: 'Words of the link',
      description: 'What visitors read and click. Say where it leads; “click here” helps nobody.',
      max: 40,
    }),
    ...destinationFields,
    fragmentField,
  ],
  preview: {
    select: { title: 'label', kind: 'kind', page: 'page', topic: 'topic', url: 'url' },
    prepare: ({ title, ...destination }) => ({
      title: title ?? 'A link without words',
      subtitle: destinationText(destination),
    }),
  },
})

/** A link inside a text; the words are those that it marks. */
export const textLink = defineType({
  name: 'textLink',
  type: 'object',
  title: 'Link',
  icon: LinkIcon,
  fields: destinationFields,
})
