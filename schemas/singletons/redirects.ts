import { ArrowRightIcon } from '@sanity/icons/ArrowRight'
import { TransferIcon } from '@sanity/icons/Transfer'
import { defineField, defineType, type ValidationContext } from 'sanity'
import { filterPublished } from '@/lib/content/landingPageRules'
import { fromProblem, toAdvice, toProblem } from '@/lib/content/redirectRules'
import type { RedirectValue } from '@/lib/content/redirects'
import type { LandingPage } from '@/lib/landingPages'
import { siteOrigin } from '@/lib/seo/metadata'
import { RedirectTargetInput } from '@/studio/RedirectTargetInput'
import { choiceField } from '../fields/choice'
import { listField } from '../fields/list'
import { fetchKnownPaths } from '../knownPaths'

const statuses = [
  { title: 'For good (301)', value: '301' },
  { title: 'For the time being (302)', value: '302' },
]

const matches = [
  { title: 'This address only', value: 'exact' },
  { title: 'This address and all below it', value: 'prefix' },
]

/** The redirect that a field belongs to, and the whole list. */
function readRules({ parent, document }: ValidationContext): [RedirectValue, RedirectValue[]] {
  const list = document?.rules
  return [Object(parent), Array.isArray(list) ? list.map((rule) => Object(rule)) : []]
}

/** The landing pages that visitors can open; none while the lake does not answer. */
async function landingPages(context: ValidationContext): Promise<LandingPage[]> {
  return filterPublished((await fetchKnownPaths(context))?.landingPages ?? [])
}

/** One redirect. */
export const redirect = defineType({
  name: 'redirect',
  type: 'object',
  title: 'Redirect',
  icon: ArrowRightIcon,
  fields: [
    defineField({
      name: 'from',
      type: 'string',
      title: 'Old address',
      description: 'Written from its first slash, for example /old-page. Capital letters make no difference.',
      validation: (rule) => [
        rule.required().error('Please write the old address, for example /old-page.'),
        rule.custom(
          async (_, context) => fromProblem(...readRules(context), await landingPages(context)) ?? true,
        ),
      ],
    }),
    choiceField('match', 'Applies to', 'Whether addresses below it, as /old-page/more, go along.', matches, {
      initialValue: 'exact',
    }),
    defineField({
      name: 'to',
      type: 'string',
      title: 'New address',
      description:
        'A page of this site, as /services or /services#offer, or an address elsewhere that starts with https://.',
      validation: (rule) => [
        rule.required().error('Please write the new address, for example /services.'),
        rule.custom(
          async (_, context) =>
            toProblem(...readRules(context), siteOrigin, await landingPages(context)) ?? true,
        ),
        rule
          .custom(async (_, context) => toAdvice(readRules(context)[0], await landingPages(context)) ?? true)
          .warning(),
      ],
      components: { input: RedirectTargetInput },
    }),
    choiceField(
      'status',
      'For how long?',
      'Search engines forget the old address with the first, and keep it with the second.',
      statuses,
      { initialValue: '301' },
    ),
  ],
  preview: {
    select: { title: 'from', to: 'to', match: 'match', status: 'status' },
    prepare: ({ title, to, match, status }) => ({
      title: `${title ?? 'No old address yet'}${match === 'prefix' ? ' and all below it' : ''}`,
      subtitle: `→ ${to ?? 'no new address yet'} (${status ?? '301'})`,
    }),
  },
})

/** Where addresses lead that have no page any more. */
export const redirects = defineType({
  name: 'redirects',
  type: 'document',
  title: 'Redirects',
  description: 'Where addresses lead that have no page any more.',
  icon: TransferIcon,
  fields: [
    listField(
      'rules',
      'redirectRules',
      'Redirects',
      'Old addresses from letters, search engines and other sites, and where each leads now. The address of a page cannot be redirected.',
      { optional: true, max: 500 },
    ),
  ],
  preview: { prepare: () => ({ title: 'Redirects' }) },
})
