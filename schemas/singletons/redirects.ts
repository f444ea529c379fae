import { ArrowRightIcon } from '@sanity/icons/ArrowRight'
import { TransferIcon } from '@sanity/icons/Transfer'
import { defineField, defineType } from 'sanity'
import { choiceField } from '../fields/choice'
import { listField } from '../fields/list'

const statusChoices = [
  { title: 'Permanent (301)', value: '301' },
  { title: 'Temporary (302)', value: '302' },
]

const matchChoices = [
  { title: 'This path only', value: 'exact' },
  { title: 'This path and everything below it', value: 'prefix' },
]

export const redirect = defineType({
  name: 'redirect',
  type: 'object',
  title: 'Redirect',
  icon: ArrowRightIcon,
  fields: [
    defineField({
      name: 'from',
      type: 'string',
      title: 'Old path',
      description: 'Starts with a slash, for example /old-page. Capitalization doesn’t matter.',
      validation: (rule) => rule.required().error('Enter the old path, for example /old-page.'),
    }),
    choiceField(
      'match',
      'Applies to',
      'Whether paths below the old path, such as /old-page/more, redirect as well.',
      matchChoices,
      {
        initialValue: 'exact',
      },
    ),
    defineField({
      name: 'to',
      type: 'string',
      title: 'New path or URL',
      description:
        'A page of this site, such as /services or /services#offer, or another URL that starts with https://.',
      validation: (rule) => rule.required().error('Enter the new path or URL, for example /services.'),
    }),
    choiceField(
      'status',
      'For how long?',
      'With a permanent redirect, search engines replace the old URL. With a temporary one, they keep it.',
      statusChoices,
      { initialValue: '301' },
    ),
  ],
  preview: {
    select: { title: 'from', to: 'to', match: 'match', status: 'status' },
    prepare: ({ title, to, match, status }) => ({
      title: `${title ?? 'No old path yet'}${match === 'prefix' ? ' and everything below it' : ''}`,
      subtitle: `→ ${to ?? 'no target yet'} (${status ?? '301'})`,
    }),
  },
})

/** Redirects from paths without a page. */
export const redirects = defineType({
  name: 'redirects',
  type: 'document',
  title: 'Redirects',
  description: 'Where old URLs lead.',
  icon: TransferIcon,
  fields: [
    listField(
      'rules',
      'redirectRules',
      'Redirects',
      'Old URLs in emails, search engines and other sites, and where each leads now. The path of an existing page can’t be redirected.',
      { optional: true, max: 500 },
    ),
  ],
  preview: { prepare: () => ({ title: 'Redirects' }) },
})
