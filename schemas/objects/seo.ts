import { SearchIcon } from '@sanity/icons/Search'
import { defineField, defineType } from 'sanity'
import { webUrlProblem } from '@/lib/content/webUrl'
import { textField } from '../fields/text'
import { pictureField } from './picture'

/** What search engines and shared links show of a page. */
export const seo = defineType({
  name: 'seo',
  type: 'object',
  title: 'Search and sharing',
  icon: SearchIcon,
  fields: [
    textField(
      'title',
      'Title',
      'The line that search engines show, and the name of the browser’s tab. At most 60 characters.',
      { max: 60 },
    ),
    textField(
      'description',
      'Description',
      'One or two sentences that search engines show below the title: 50 to 160 characters.',
      { rows: 3, min: 50, max: 160 },
    ),
    pictureField({
      name: 'image',
      title: 'Picture for shared links',
      description:
        'Shown when somebody shares the page; 1200 × 630 pixels fit best. When empty, a card with the page’s title is drawn around the picture of the settings.',
    }),
    defineField({
      name: 'noindex',
      type: 'boolean',
      title: 'Keep this page out of search engines',
      description: 'Who has the address can still open it. Search engines take days to forget a page.',
      initialValue: false,
    }),
    defineField({
      name: 'canonical',
      type: 'url',
      title: 'Address of the original',
      description:
        'Only when the same text stands on another site, which search engines should show instead of this page. May be empty.',
      validation: (rule) => [
        rule.uri({ scheme: ['https'] }).error('The address has to start with https://.'),
        rule.custom((url) => (url && webUrlProblem(url)) || true),
      ],
    }),
  ],
})
