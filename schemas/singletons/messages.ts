import { CommentIcon } from '@sanity/icons/Comment'
import { defineField, defineType } from 'sanity'
import { areas } from '@/lib/messages/areas'
import { defineMessageFields } from '../fields/messageFields'

const entries = Object.entries(areas)

/** Editors' overrides of the default messages in `lib/messages`: an object per area, with a field per message. */
export const messages = defineType({
  name: 'messages',
  type: 'document',
  title: 'Messages',
  description:
    'Labels, errors and status messages across the site. An empty field uses the text shown in gray.',
  icon: CommentIcon,
  groups: entries.map(([name, { title }], index) => ({ name, title, default: index === 0 })),
  fields: entries.map(([name, area]) =>
    defineField({
      name,
      type: 'object',
      title: area.title,
      description: area.description,
      group: name,
      fields: defineMessageFields(area),
    }),
  ),
  preview: { prepare: () => ({ title: 'Messages' }) },
})
