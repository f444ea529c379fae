import type { ComponentType } from 'react'
import { defineField, defineType, type FieldDefinition } from 'sanity'
import { pageGroups, seoField } from '../fields/seo'

type PageOptions = {
  name: string
  title: string
  description: string
  icon: ComponentType
  fields: FieldDefinition[]
}

/** Makes the document type of a page: its own fields on one tab, search and sharing on the other. */
export function definePage({ name, title, description, icon, fields }: PageOptions) {
  return defineType({
    name,
    type: 'document',
    title,
    description,
    icon,
    groups: pageGroups,
    fields: [...fields.map((field) => ({ ...field, group: 'content' })), seoField],
    preview: {
      select: { subtitle: 'seo.title' },
      prepare: ({ subtitle }) => ({ title, subtitle }),
    },
  })
}

/** The field of pages that editors compose from sections. */
export const sectionsField = defineField({
  name: 'sections',
  type: 'pageSections',
  title: 'Sections',
  description:
    'The page from top to bottom. Drag to reorder; hide a section to take it off the page for a while.',
})
