import { CommentIcon } from '@sanity/icons/Comment'
import { defineField, defineType } from 'sanity'
import { type MessageGroup, messageGroups } from './messageGroups'

/** Labels, errors, toasts, status texts and emails, in groups. */
export const messages = defineType({
  name: 'messages',
  type: 'document',
  title: 'Messages',
  description: 'Labels, errors and status texts across the site.',
  icon: CommentIcon,
  groups: messageGroups.map(({ name, title }, index) => ({ name, title, default: index === 0 })),
  fields: messageGroups.map(defineGroupField),
  preview: { prepare: () => ({ title: 'Messages' }) },
})

function defineGroupField({ name, title, description, messages }: MessageGroup) {
  return defineField({
    name,
    type: 'object',
    title,
    description,
    group: name,
    fields: messages,
    // Sanity does not validate the fields of a missing group.
    validation: (rule) => rule.required().error(`Fill in the texts of “${title}”.`),
  })
}
