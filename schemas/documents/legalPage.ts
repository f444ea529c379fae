import { DocumentTextIcon } from '@sanity/icons/DocumentText'
import { defineField } from 'sanity'
import { legalPages } from '@/lib/pages'
import { choiceField } from '../fields/choice'
import { requireText } from '../fields/requiredText'
import { textField } from '../fields/text'
import { definePage } from '../singletons/definePage'

const page = definePage(
  { document: 'legalPage', title: 'Legal page' },
  {
    description: 'Terms or privacy.',
    icon: DocumentTextIcon,
    fields: [
      textField('title', 'Title', 'The heading of the page.', { max: 60 }),
      choiceField(
        'path',
        'Address',
        'Where the page is. It cannot be changed.',
        legalPages.map(({ path }) => ({ title: path, value: path })),
        { readOnly: true },
      ),
      defineField({
        name: 'lastUpdated',
        type: 'date',
        title: 'Last updated',
        description: 'The day of the last change of substance. Visitors see its month and year.',
        validation: (rule) => [
          rule.required().error('Please say when the text was last changed.'),
          rule.custom(checkNotInFuture).warning(),
        ],
      }),
      textField(
        'summary',
        'Summary',
        'What it comes down to, in a few sentences above the text. May be empty.',
        { optional: true, rows: 4, max: 400 },
      ),
      defineField({
        name: 'body',
        type: 'legalText',
        title: 'Text',
        description: 'The whole text. Headings help readers to find their way.',
        validation: (rule) => [
          ...requireText('A legal page needs its text.')(rule),
          rule.custom(hasHeadings).warning(),
        ],
      }),
    ],
  },
)

/** `/terms` and `/privacy`: two documents with fixed ids. */
export const legalPage = {
  ...page,
  preview: { select: { title: 'title', subtitle: 'path' } },
}

function checkNotInFuture(date: string | undefined): true | string {
  const today = new Date().toISOString().slice(0, 10)
  return !date || date <= today ? true : 'This day is still to come. Is the date right?'
}

/** Readers and screen readers find their way by headings, so a legal text has some. */
function hasHeadings(value: unknown): true | string {
  const blocks: { style?: string }[] = Array.isArray(value) ? value : []
  if (blocks.some(({ style }) => style === 'h2' || style === 'h3')) return true
  return 'A legal text is easier to find one’s way in with headings. Please add some.'
}
