import { CommentIcon } from '@sanity/icons/Comment'
import { defineField, defineType } from 'sanity'
import { offerPlaceholders } from '@/lib/content/text/offerValues'
import { areas } from '@/lib/messages/areas'
import type { Message } from '@/lib/messages/defineArea'
import { labelField } from '../fields/text'

const entries = Object.entries(areas)

/** The texts with which editors override the defaults of `lib/messages`: an object for each area, a field for each text. */
export const messages = defineType({
  name: 'messages',
  type: 'document',
  title: 'Messages',
  description: 'Labels, errors and status texts across the site. An empty field has the text in gray.',
  icon: CommentIcon,
  groups: entries.map(([name, { title }], index) => ({ name, title, default: index === 0 })),
  fields: entries.map(([name, { title, description, messages }]) =>
    defineField({
      name,
      type: 'object',
      title,
      description,
      group: name,
      fields: Object.entries(messages).map(defineMessageField),
    }),
  ),
  preview: { prepare: () => ({ title: 'Messages' }) },
})

/** Defines the field of a message, with the default as placeholder. An editor's text needs the default's placeholders. */
function defineMessageField([name, [text, title, description, max]]: [string, Message]) {
  const placeholders = [...text.matchAll(/\{(\w+)\}/g)].map(([, placeholder = '']) => placeholder)
  return labelField(name, title, description, {
    optional: true,
    defaultText: text,
    placeholders: placeholders.filter((placeholder) => !(placeholder in offerPlaceholders)),
    max: max ?? Math.max(80, 3 * text.length),
    rows: text.length > 60 ? Math.ceil(text.length / 80) + 1 : undefined,
  })
}
