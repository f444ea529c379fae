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
        'Path',
        'Can’t be changed.',
        legalPages.map(({ path }) => ({ title: path, value: path })),
        { readOnly: true },
      ),
      defineField({
        name: 'lastUpdated',
        type: 'date',
        title: 'Last updated',
        description: 'The date of the last substantive change. Visitors see the month and year.',
        validation: (rule) => [
          rule.required().error('Choose the date of the last change.'),
          rule.custom(checkNotInFuture).warning(),
        ],
      }),
      textField('summary', 'Summary', 'A few sentences that sum up the text below. Optional.', {
        optional: true,
        rows: 4,
        max: 400,
      }),
      defineField({
        name: 'body',
        type: 'legalText',
        title: 'Text',
        description: 'The complete text. Headings help readers find their way.',
        validation: (rule) => [
          ...requireText('A legal page needs text.')(rule),
          rule.custom(checkHasHeadings).warning(),
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
  return !date || date <= today ? true : 'This date is in the future. Is that right?'
}

/** Suggests headings, which readers and screen readers navigate by. */
function checkHasHeadings(value: unknown): true | string {
  const blocks: { style?: string }[] = Array.isArray(value) ? value : []
  if (blocks.some(({ style }) => style === 'h2' || style === 'h3')) return true
  return 'This text has no headings. Add some so that readers can find their way.'
}
