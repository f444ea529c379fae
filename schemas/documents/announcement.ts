import { BellIcon } from '@sanity/icons/Bell'
import { type DatetimeRule, defineArrayMember, defineField, defineType, type ValidationContext } from 'sanity'
import { formatStudioTimeShort } from '@/lib/content/studioTime'
import { getProperty } from '@/lib/errorCode'
import { allPages, isListed } from '@/lib/pages'
import { PagesInput } from '@/studio/PagesInput'
import { StudioTimeField, StudioTimeInput } from '@/studio/StudioTimeInput'
import { choiceField } from '../fields/choice'
import { listField } from '../fields/list'
import { textField } from '../fields/text'
import { fetchKnownPaths } from '../knownPaths'

/** A line at the top of pages that comes and goes by itself. */
export const announcement = defineType({
  name: 'announcement',
  type: 'document',
  title: 'Announcement',
  description: 'A line at the top of the site, from one time to another.',
  icon: BellIcon,
  fields: [
    textField('text', 'Text', 'One sentence. It stands above everything else, so say what matters.', {
      max: 140,
    }),
    listField('links', 'links', 'Link', 'Where the line leads. May be empty.', { optional: true, max: 1 }),
    choiceField(
      'tone',
      'Tone',
      'How loud it is.',
      [
        { title: 'Calm, like paper', value: 'calm' },
        { title: 'Bright, in amber', value: 'bright' },
      ],
      { initialValue: 'calm' },
    ),
    timeField('start', 'Start', 'From when on it is shown, in Los Angeles. It may take a minute to appear.'),
    timeField('end', 'End', 'When it goes by itself, in Los Angeles.', (rule) => [
      rule.custom(checkEndAfterStart),
      rule.custom(isToCome).warning(),
    ]),
    defineField({
      name: 'pages',
      type: 'pagePaths',
      title: 'Pages',
      description: 'Where it is shown. All pages of the site when none is chosen.',
    }),
  ],
  orderings: [{ name: 'start', title: 'Start', by: [{ field: 'start', direction: 'desc' }] }],
  preview: {
    select: { title: 'text', start: 'start', end: 'end' },
    prepare: ({ title, start, end }) => ({
      title: title ?? 'An announcement without words',
      subtitle: `${formatTime(start)} – ${formatTime(end)}`,
    }),
  },
})

/** Checks that pages with these addresses exist; a landing page may be unpublished yet, or have moved. */
async function checkPagesExist(
  paths: unknown[] | undefined,
  context: ValidationContext,
): Promise<true | string> {
  const known = await fetchKnownPaths(context)
  if (!known) return true
  const landingPaths = known.landingPages.flatMap(({ path, formerPaths = [] }) => [path, ...formerPaths])
  const there = new Set<unknown>([...allPages.filter(isListed).map(({ path }) => path), ...landingPaths])
  const gone = paths?.find((path) => !there.has(path))
  return gone === undefined ? true : `No page has the address ${gone} any more. Please untick it.`
}

/** Some pages of the site, by their addresses. */
export const pagePaths = defineType({
  name: 'pagePaths',
  type: 'array',
  title: 'Pages',
  of: [defineArrayMember({ type: 'string' })],
  components: { input: PagesInput },
  validation: (rule) => rule.custom(checkPagesExist),
})

function timeField(
  name: string,
  title: string,
  description: string,
  more: (rule: DatetimeRule) => DatetimeRule[] = () => [],
) {
  return defineField({
    name,
    type: 'datetime',
    title,
    description,
    components: { field: StudioTimeField, input: StudioTimeInput },
    validation: (rule) => [rule.required().error(`Please say when: “${title}” is empty.`), ...more(rule)],
  })
}

function checkEndAfterStart(end: unknown, { document }: { document?: unknown }): true | string {
  const [from, until] = [Date.parse(String(getProperty(document, 'start'))), Date.parse(String(end))]
  return until <= from ? 'It would end before it starts. Are the two mixed up?' : true
}

function isToCome(end: unknown): true | string {
  return Date.parse(String(end)) <= Date.now() ? 'It is over: nobody sees it any more.' : true
}

const formatTime = (moment: unknown) => formatStudioTimeShort(new Date(String(moment))) || 'no time yet'
