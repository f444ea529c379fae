import { CommentIcon } from '@sanity/icons/Comment'
import { defineField, defineType } from 'sanity'
import { type MessageGroup, messageGroups } from './messageGroups'

/** Every toast, form label, error and status text, in groups. */
export const messages = defineType({
  name: 'messages',
  type: 'document',
  title: 'Messages',
  description: 'Labels, errors and status texts that belong to no page.',
  icon: CommentIcon,
  groups: messageGroups.map(({ name, title }, index) => ({ name, title, default: index === 0 })),
  fields: messageGroups.map(groupField),
  preview: { prepare: () => ({ title: 'Messages' }) },
})

function groupField({ name, title, description, messages }: MessageGroup) {
  return defineField({
    name,
    type: 'object',
    title,
    description,
    group: name,
    fields: messages,
    // Of a group that is not there at all Sanity checks no field.
    validation: (rule) => rule.required().error(`Please fill in the texts of “${title}”.`),
  })
}
