import { LinkIcon } from '@sanity/icons/Link'
import { type ConditionalPropertyCallback, defineField, defineType, type StringRule } from 'sanity'
import { webUrlProblem } from '@/lib/content/webUrl'
import { isFrameId } from '@/lib/frameIds'
import { allPages, isListed } from '@/lib/pages'
import { PageInput } from '@/studio/PageInput'
import { SectionInput } from '@/studio/SectionInput'
import { choiceField } from '../fields/choice'
import { textField } from '../fields/text'

type Destination = { kind?: string; page?: string; topic?: string; url?: string }

const destinations = allPages.filter(isListed).map(({ title, path }) => ({ title, value: path }))

const topics = [
  { title: 'A membership', value: 'membership' },
  { title: 'A tour of the studio', value: 'tour' },
  { title: 'A recording session', value: 'session' },
]

const unless =
  (kind: string): ConditionalPropertyCallback =>
  ({ parent }) =>
    parent?.kind !== kind

/** Required only while the link is of the given kind: the other fields are hidden then. */
const requireFor =
  (kind: string, message: string) =>
  (rule: StringRule): StringRule =>
    rule.custom((value, { parent }) => {
      const destination: Destination | undefined = parent ?? undefined
      return destination?.kind === kind && !value ? message : true
    })

/** Makes the fields that say where a link goes; links in lists and links inside of texts share them. */
const destinationFields = [
  choiceField(
    'kind',
    'Where does it lead?',
    'A page of this site, the contact form with a subject chosen, or an address elsewhere.',
    [
      { title: 'A page of this site', value: 'page' },
      { title: 'The contact form', value: 'contact' },
      { title: 'Another address', value: 'url' },
    ],
    { initialValue: 'page' },
  ),
  defineField({
    name: 'page',
    type: 'string',
    title: 'Page',
    description: 'The page that opens.',
    components: { input: PageInput },
    hidden: unless('page'),
    validation: requireFor('page', 'Please choose the page that the link opens.'),
  }),
  defineField({
    name: 'topic',
    type: 'string',
    title: 'Subject',
    description: 'What the visitor writes about. It is chosen in the form when the page opens.',
    options: { list: topics },
    hidden: unless('contact'),
    validation: requireFor('contact', 'Please choose what the visitor writes about.'),
  }),
  defineField({
    name: 'url',
    type: 'string',
    title: 'Address',
    description: 'A complete address: https://example.com, mailto:name@example.com or tel:+13105550142.',
    hidden: unless('url'),
    validation: (rule) => [
      requireFor('url', 'Please write the address that the link opens.')(rule),
      rule.custom((url) => (url && webUrlProblem(url)) || true),
    ],
  }),
]

/** Makes the field for a place within the page. */
const fragmentField = defineField({
  name: 'fragment',
  type: 'string',
  title: 'Place in the page',
  description: 'The section at which the page opens: those with a link name. May be empty.',
  components: { input: SectionInput },
  hidden: unless('page'),
  validation: (rule) => rule.custom((fragment) => anchorProblem(fragment) ?? true),
})

/** A link with its words, in navigation, footer and sections. */
export const link = defineType({
  name: 'link',
  type: 'object',
  title: 'Link',
  icon: LinkIcon,
  fields: [
    textField(
      'label',
      'Words of the link',
      'What visitors read and click. Say where it leads; “click here” helps nobody.',
      { max: 40 },
    ),
    ...destinationFields,
    fragmentField,
  ],
  preview: {
    select: { title: 'label', kind: 'kind', page: 'page', topic: 'topic', url: 'url' },
    prepare: ({ title, ...destination }) => ({
      title: title ?? 'A link without words',
      subtitle: formatDestination(destination),
    }),
  },
})

/** A link inside a text; the words are those that it marks. */
export const textLink = defineType({
  name: 'textLink',
  type: 'object',
  title: 'Link',
  icon: LinkIcon,
  fields: destinationFields,
})

/** Describes a link's destination in a few words, for previews. */
function formatDestination({ kind, page, topic, url }: Destination): string {
  if (kind === 'contact') return `Contact form: ${titleOf(topics, topic)}`
  if (kind === 'url') return url ?? 'No address yet'
  return page ? `Page: ${destinations.find(({ value }) => value === page)?.title ?? page}` : 'No page yet'
}

function titleOf(list: { title: string; value: string }[], value: string | undefined): string {
  return list.find((item) => item.value === value)?.title ?? '—'
}

/** Checks the name of a place in a page, as it appears in addresses after “#”. */
export function anchorProblem(anchor: string | undefined): string | null {
  if (!anchor) return null
  if (isFrameId(anchor)) return `“${anchor}” belongs to the frame of every page. Please choose another name.`
  if (/^[a-z][a-z0-9-]*$/.test(anchor)) return null
  return 'Use small letters, digits and hyphens only, starting with a letter, for example “our-offer”.'
}
