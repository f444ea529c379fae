import { BellIcon } from '@sanity/icons/Bell'
import { type DatetimeRule, defineArrayMember, defineField, defineType, type ValidationContext } from 'sanity'
import { formatMoment, timeZone } from '@/lib/content/text/format'
import { getProperty } from '@/lib/errorCode'
import { allPages, isListed } from '@/lib/pages'
import { PagesInput } from '@/studio/inputs/PageInput'
import { choiceField } from '../fields/choice'
import { listField } from '../fields/list'
import { textField } from '../fields/text'
import { fetchKnownPaths } from '../knownPaths'

/** A line at the top of pages, shown between its start and end times. */
export const announcement = defineType({
  name: 'announcement',
  type: 'document',
  title: 'Announcement',
  description: 'A line at the top of the site, shown between its start and end times.',
  icon: BellIcon,
  fields: [
    textField('text', 'Text', 'One sentence. It’s the first thing visitors see, so say what matters.', {
      max: 140,
    }),
    listField('links', 'links', 'Link', 'Where the announcement leads. Optional.', {
      optional: true,
      max: 1,
    }),
    choiceField(
      'tone',
      'Tone',
      'How prominent it is.',
      [
        { title: 'Calm, like paper', value: 'calm' },
        { title: 'Bright, in amber', value: 'bright' },
      ],
      { initialValue: 'calm' },
    ),
    timeField('start', 'Start', 'When it appears, in Los Angeles time. It can take a minute.'),
    timeField('end', 'End', 'When it disappears, in Los Angeles time.', (rule) => [
      rule.custom(checkEndAfterStart),
      rule.custom(checkEndInFuture).warning(),
    ]),
    defineField({
      name: 'pages',
      type: 'pagePaths',
      title: 'Pages',
      description: 'Where it’s shown. If none is selected, it’s on every page.',
    }),
  ],
  orderings: [{ name: 'start', title: 'Start', by: [{ field: 'start', direction: 'desc' }] }],
  preview: {
    select: { title: 'text', start: 'start', end: 'end' },
    prepare: ({ title, start, end }) => ({
      title: title ?? 'Announcement without text',
      subtitle: `${formatTime(start)} – ${formatTime(end)}`,
    }),
  },
})

/**
 * Checks that pages with these paths exist, since a landing page can be deleted, or lose a former path. The check is
 * skipped when the request fails.
 */
async function checkPagesExist(
  paths: unknown[] | undefined,
  context: ValidationContext,
): Promise<true | string> {
  const knownPaths = await fetchKnownPaths(context)
  if (!knownPaths) return true
  const landingPaths = knownPaths.landingPages.flatMap(({ path, formerPaths = [] }) => [path, ...formerPaths])
  const existingPaths = new Set<unknown>([
    ...allPages.filter(isListed).map(({ path }) => path),
    ...landingPaths,
  ])
  const missingPath = paths?.find((path) => !existingPaths.has(path))
  return missingPath === undefined ? true : `No page has the path ${missingPath} anymore. Deselect it.`
}

/** Paths of selected pages. */
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
  extraRules: (rule: DatetimeRule) => DatetimeRule[] = () => [],
) {
  return defineField({
    name,
    type: 'datetime',
    title,
    description,
    options: { displayTimeZone: timeZone, allowTimeZoneSwitch: false },
    validation: (rule) => [
      rule.required().error(`“${title}” is empty. Choose a date and time.`),
      ...extraRules(rule),
    ],
  })
}

function checkEndAfterStart(end: unknown, { document }: { document?: unknown }): true | string {
  const [startMs, endMs] = [Date.parse(String(getProperty(document, 'start'))), Date.parse(String(end))]
  return endMs <= startMs ? 'The end isn’t after the start. Choose a later end.' : true
}

function checkEndInFuture(end: unknown): true | string {
  return Date.parse(String(end)) <= Date.now() ? 'This announcement is over: it’s no longer shown.' : true
}

const formatTime = (time: unknown) =>
  Number.isNaN(Date.parse(String(time))) ? 'no time yet' : formatMoment(String(time))
