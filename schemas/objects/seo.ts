import { SearchIcon } from '@sanity/icons/Search'
import { defineField, defineType } from 'sanity'
import { describeWebUrlProblem } from '@/lib/content/routing/webUrl'
import { textField } from '../fields/text'
import { pictureField } from './picture'

/** Metadata of a page for search engines and shared links. */
export const seo = defineType({
  name: 'seo',
  type: 'object',
  title: 'Search and sharing',
  icon: SearchIcon,
  fields: [
    textField('title', 'Title', 'Shown in search results and in the browser tab. At most 60 characters.', {
      max: 60,
      isCounted: true,
    }),
    textField(
      'description',
      'Description',
      'One or two sentences that search results show below the title. 50 to 160 characters.',
      { rows: 3, min: 50, max: 160, isCounted: true },
    ),
    pictureField({
      name: 'image',
      title: 'Picture for shared links',
      description:
        'Shown when the page is shared. Ideally 1200 × 630 pixels. If empty, a card shows the page’s title and the picture from “Settings”.',
    }),
    defineField({
      name: 'noindex',
      type: 'boolean',
      title: 'Hide this page from search engines',
      description: 'People with the URL can still open it. Search engines can take days to remove a page.',
      initialValue: false,
    }),
    defineField({
      name: 'canonical',
      type: 'url',
      title: 'Original URL',
      description:
        'Only if the same text is on another site that search engines should show instead. Optional.',
      validation: (rule) => [
        rule.uri({ scheme: ['https'] }).error('The URL has to start with https://.'),
        rule.custom((url) => (url && describeWebUrlProblem(url)) || true),
      ],
    }),
  ],
})
