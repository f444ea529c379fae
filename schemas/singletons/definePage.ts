import type { ComponentType } from 'react'
import { defineField, defineType, type FieldDefinition } from 'sanity'
import type { Page } from '@/lib/pages'
import { assignGroup } from '../fields/inGroup'

/** The tabs of a page's form. */
const pageGroups = [
  { name: 'content', title: 'Content', default: true },
  { name: 'seo', title: 'Search and sharing' },
]

/** Makes the field for what search engines and shared links show. */
const seoField = defineField({
  name: 'seo',
  type: 'seo',
  title: 'Search and sharing',
  description: 'What search engines and links in messages show of this page.',
  validation: (rule) =>
    rule.required().error('Please fill in the title and the description for search engines.'),
})

type PageOptions = {
  description: string
  icon: ComponentType
  fields: FieldDefinition[]
}

/**
 * Makes the document type of a page: its own fields on one tab, search and sharing on the other.
 *
 * @param page - its entry in `lib/pages.ts`, or as much as the legal pages have in common
 */
export function definePage(
  { document, title }: Pick<Page, 'document' | 'title'>,
  { description, icon, fields }: PageOptions,
) {
  return defineType({
    name: document,
    type: 'document',
    title,
    description,
    icon,
    groups: pageGroups,
    fields: [...assignGroup('content', fields), ...assignGroup('seo', [seoField])],
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
