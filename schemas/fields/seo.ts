import { defineField } from 'sanity'

/** The tabs of a page's form. */
export const pageGroups = [
  { name: 'content', title: 'Content', default: true },
  { name: 'seo', title: 'Search and sharing' },
]

/** Makes the field for what search engines and shared links show. */
export const seoField = defineField({
  name: 'seo',
  type: 'seo',
  title: 'Search and sharing',
  description: 'What search engines and links in messages show of this page.',
  group: 'seo',
  validation: (rule) =>
    rule.required().error('Please fill in the title and the description for search engines.'),
})
