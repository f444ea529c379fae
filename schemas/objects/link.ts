import { LinkIcon } from '@sanity/icons/Link'
import { type ConditionalPropertyCallback, defineField, defineType, type StringRule } from 'sanity'
import { describeWebUrlProblem } from '@/lib/content/routing/webUrl'
import { isLayoutElementId } from '@/lib/layoutElementIds'
import { allPages, isListed } from '@/lib/pages'
import { PageInput } from '@/studio/inputs/PageInput'
import { SectionInput } from '@/studio/inputs/SectionInput'
import { choiceField } from '../fields/choice'
import { textField } from '../fields/text'

type Destination = { kind?: string; page?: string; topic?: string; url?: string }

const pageChoices = allPages.filter(isListed).map(({ title, path }) => ({ title, value: path }))

const topicChoices = [
  { title: 'A membership', value: 'membership' },
  { title: 'A tour of the studio', value: 'tour' },
  { title: 'A recording session', value: 'session' },
]

const hideUnlessKind =
  (kind: string): ConditionalPropertyCallback =>
  ({ parent }) =>
    parent?.kind !== kind

/** Requires a value only for links of the given kind. For other links, the field is hidden. */
const requireForKind =
  (kind: string, message: string) =>
  (rule: StringRule): StringRule =>
    rule.custom((value, { parent }) => {
      const destination: Destination | undefined = parent ?? undefined
      return destination?.kind === kind && !value ? message : true
    })

/** Fields of a link's destination, shared by `link` and `textLink`. */
const destinationFields = [
  choiceField(
    'kind',
    'Where does it lead?',
    'A page of this site, the contact form with a topic, or another URL.',
    [
      { title: 'A page of this site', value: 'page' },
      { title: 'The contact form', value: 'contact' },
      { title: 'Another URL', value: 'url' },
    ],
    { initialValue: 'page' },
  ),
  defineField({
    name: 'page',
    type: 'string',
    title: 'Page',
    description: 'The page that opens.',
    components: { input: PageInput },
    hidden: hideUnlessKind('page'),
    validation: requireForKind('page', 'Choose the page that the link opens.'),
  }),
  defineField({
    name: 'topic',
    type: 'string',
    title: 'Topic',
    description: 'What the visitor writes about. The contact form opens with it selected.',
    options: { list: topicChoices },
    hidden: hideUnlessKind('contact'),
    validation: requireForKind('contact', 'Choose a topic.'),
  }),
  defineField({
    name: 'url',
    type: 'string',
    title: 'URL',
    description: 'A complete URL: https://example.com, mailto:name@example.com or tel:+13105550142.',
    hidden: hideUnlessKind('url'),
    validation: (rule) => [
      requireForKind('url', 'Enter the URL that the link opens.')(rule),
      rule.custom((url) => (url && describeWebUrlProblem(url)) || true),
    ],
  }),
]

const fragmentField = defineField({
  name: 'fragment',
  type: 'string',
  title: 'Section',
  description: 'The section that opens; if empty, the top of the page. Lists only sections with a link name.',
  components: { input: SectionInput },
  hidden: hideUnlessKind('page'),
  validation: (rule) => rule.custom((fragment) => describeAnchorProblem(fragment) ?? true),
})

/** A link with a label, used everywhere except in rich text. */
export const link = defineType({
  name: 'link',
  type: 'object',
  title: 'Link',
  icon: LinkIcon,
  fields: [
    textField('label', 'Label', 'What visitors click. Say where it leads, not “click here”.', { max: 40 }),
    ...destinationFields,
    fragmentField,
  ],
  preview: {
    select: { title: 'label', kind: 'kind', page: 'page', topic: 'topic', url: 'url' },
    prepare: ({ title, ...destination }) => ({
      title: title ?? 'Link without a label',
      subtitle: formatDestination(destination),
    }),
  },
})

/** A link inside rich text; the marked text is its label. */
export const textLink = defineType({
  name: 'textLink',
  type: 'object',
  title: 'Link',
  icon: LinkIcon,
  fields: destinationFields,
})

function formatDestination({ kind, page, topic, url }: Destination): string {
  if (kind === 'contact') return `Contact form: ${findTitle(topicChoices, topic)}`
  if (kind === 'url') return url ?? 'No URL yet'
  return page ? `Page: ${pageChoices.find(({ value }) => value === page)?.title ?? page}` : 'No page yet'
}

function findTitle(choices: { title: string; value: string }[], value: string | undefined): string {
  return choices.find((choice) => choice.value === value)?.title ?? '—'
}

/** Checks a link name, the part of a URL after “#”. */
export function describeAnchorProblem(anchor: string | undefined): string | null {
  if (!anchor) return null
  if (isLayoutElementId(anchor)) return `“${anchor}” is already used on every page. Choose another name.`
  if (/^[a-z][a-z0-9-]*$/.test(anchor)) return null
  return 'Use only lowercase letters, digits and hyphens, and start with a letter, for example “our-offer”.'
}
