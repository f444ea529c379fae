import type { ConditionalPropertyCallback, StringRule } from 'sanity'
import { defineField } from 'sanity'
import { anchorProblem } from '../rules/sections'
import { urlProblem } from '../rules/urls'
import { choiceField } from './choice'

type Destination = { kind?: string; page?: string; topic?: string; url?: string }

const pages = [
  { title: 'Home', value: '/' },
  { title: 'Services', value: '/services' },
  { title: 'Studio', value: '/studio' },
  { title: 'About', value: '/about' },
  { title: 'Contact', value: '/contact' },
  { title: 'Terms', value: '/terms' },
  { title: 'Privacy', value: '/privacy' },
]

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
const neededFor =
  (kind: string, message: string) =>
  (rule: StringRule): StringRule =>
    rule.custom((value, { parent }) => {
      const destination: Destination | undefined = parent ?? undefined
      return destination?.kind === kind && !value ? message : true
    })

/** Makes the fields that say where a link goes; links in lists and links inside of texts share them. */
export const destinationFields = [
  choiceField({
    name: 'kind',
    title: 'Where does it lead?',
    description: 'A page of this site, the contact form with a subject chosen, or an address elsewhere.',
    choices: [
      { title: 'A page of this site', value: 'page' },
      { title: 'The contact form', value: 'contact' },
      { title: 'Another address', value: 'url' },
    ],
    initialValue: 'page',
  }),
  defineField({
    name: 'page',
    type: 'string',
    title: 'Page',
    description: 'The page that opens.',
    options: { list: pages },
    hidden: unless('page'),
    validation: neededFor('page', 'Please choose the page that the link opens.'),
  }),
  defineField({
    name: 'topic',
    type: 'string',
    title: 'Subject',
    description: 'What the visitor writes about. It is chosen in the form when the page opens.',
    options: { list: topics },
    hidden: unless('contact'),
    validation: neededFor('contact', 'Please choose what the visitor writes about.'),
  }),
  defineField({
    name: 'url',
    type: 'string',
    title: 'Address',
    description: 'A complete address: https://example.com, mailto:name@example.com or tel:+13105550142.',
    hidden: unless('url'),
    validation: (rule) => [
      neededFor('url', 'Please write the address that the link opens.')(rule),
      rule.custom((url) => urlProblem(url) ?? true),
    ],
  }),
]

/** Makes the field for a place within the page. */
export const fragmentField = defineField({
  name: 'fragment',
  type: 'string',
  title: 'Place in the page',
  description: 'The link name of a section (without “#”), to open the page at that section. May be empty.',
  hidden: unless('page'),
  validation: (rule) => rule.custom((fragment) => anchorProblem(fragment) ?? true),
})

/** Describes a link's destination in a few words, for previews. */
export function destinationText({ kind, page, topic, url }: Destination): string {
  if (kind === 'contact') return `Contact form: ${titleOf(topics, topic)}`
  if (kind === 'url') return url ?? 'No address yet'
  return page ? `Page: ${titleOf(pages, page)}` : 'No page yet'
}

function titleOf(list: { title: string; value: string }[], value: string | undefined): string {
  return list.find((item) => item.value === value)?.title ?? '—'
}
