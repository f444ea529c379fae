import type { ComponentType } from 'react'
import { defineField, defineType, type FieldDefinition } from 'sanity'
import type { Page } from '@/lib/pages'
import { assignGroup } from '../fields/assignGroup'

/** The tabs of a page's form. */
const pageGroups = [
  { name: 'content', title: 'Content', default: true },
  { name: 'seo', title: 'Search and sharing' },
]

const seoField = defineField({
  name: 'seo',
  type: 'seo',
  title: 'Search and sharing',
  description: 'How this page appears in search results and shared links.',
  validation: (rule) => rule.required().error('Fill in the title and the description for search engines.'),
})

type PageOptions = {
  description: string
  icon: ComponentType
  fields: FieldDefinition[]
}

/**
 * Defines a page's document type: content fields on one tab, search and sharing on the other.
 *
 * @param page - the page's entry in `lib/pages.ts`; for a type with several documents, the type and its title
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

/** The sections from which editors compose a page. */
export const sectionsField = defineField({
  name: 'sections',
  type: 'pageSections',
  title: 'Sections',
  description: 'The page from top to bottom. Drag to reorder. Hide a section to remove it temporarily.',
})
