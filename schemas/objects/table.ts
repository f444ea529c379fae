import { ThListIcon } from '@sanity/icons/ThList'
import { defineArrayMember, defineField, defineType } from 'sanity'

/** A paragraph in a cell. Excludes headings and lists, which would break the page's outline or the row's layout. */
const paragraph = defineArrayMember({
  type: 'block',
  styles: [{ title: 'Text', value: 'normal' }],
  lists: [],
  marks: {
    decorators: [
      { title: 'Strong', value: 'strong' },
      { title: 'Emphasis', value: 'em' },
    ],
    annotations: [{ type: 'textLink' }],
  },
})

const cell = defineArrayMember({
  type: 'object',
  name: 'cell',
  fields: [defineField({ name: 'value', type: 'array', title: 'Text', of: [paragraph] })],
})

const row = defineArrayMember({
  type: 'object',
  name: 'row',
  fields: [defineField({ name: 'cells', type: 'array', title: 'Cells', of: [cell] })],
})

/** A table in rich text. Sanity's table editor requires these type and field names. */
export const table = defineType({
  name: 'table',
  type: 'object',
  title: 'Table',
  icon: ThListIcon,
  fields: [
    defineField({
      name: 'headerRows',
      type: 'number',
      title: 'Header rows',
      description: 'The number of rows at the top that name the columns.',
      initialValue: 1,
    }),
    defineField({
      name: 'rows',
      type: 'array',
      title: 'Rows',
      description: 'The rows from top to bottom.',
      of: [row],
    }),
  ],
})
