import { DocumentIcon } from '@sanity/icons/Document'
import { defineArrayMember, defineField, defineType } from 'sanity'
import { describeFormerPathsProblem, describeTakenPathProblem } from '@/lib/content/routing/landingPageRules'
import { describeLandingPathProblem } from '@/lib/landingPages'
import { FormerPathsInput } from '@/studio/inputs/FormerPathsInput'
import { PathInput } from '@/studio/inputs/PathInput'
import { textField } from '../fields/text'
import { fetchKnownPaths } from '../knownPaths'
import { definePage, sectionsField } from '../singletons/definePage'
import { findLostLinks } from './lostLinks'

const page = definePage(
  { document: 'landingPage', title: 'Landing page' },
  {
    description: 'A page with its own path, for a campaign or an audience.',
    icon: DocumentIcon,
    fields: [
      textField('title', 'Name', 'The name of this page in the Studio. Visitors don’t see it.', {
        max: 60,
      }),
      defineField({
        name: 'path',
        type: 'string',
        title: 'Path',
        description:
          'Starts with a slash, for example /podcast-for-coaches. If you change it later, the old path redirects to the new one.',
        components: { input: PathInput },
        validation: (rule) => [
          rule.required().error('Enter the path, for example /podcast-for-coaches.'),
          rule.custom(async (path, context) => {
            if (!path) return true
            const problem = describeLandingPathProblem(path)
            if (problem) return problem
            const knownPaths = await fetchKnownPaths(context)
            return (
              (knownPaths && describeTakenPathProblem(path, context.document?._id ?? '', knownPaths)) ?? true
            )
          }),
        ],
      }),
      defineField({
        name: 'formerPaths',
        type: 'formerPaths',
        title: 'Former paths',
        description:
          'They redirect to this page. If you change the path, the published one is added here automatically.',
        components: { input: FormerPathsInput },
        validation: (rule) =>
          rule.custom(async (formerPaths, context) => {
            const knownPaths = await fetchKnownPaths(context)
            const { _id, path } = Object(context.document)
            const id = String(_id)
            const problem = knownPaths && describeFormerPathsProblem(formerPaths, { ...knownPaths, path, id })
            return (
              problem ??
              (knownPaths && (await findLostLinks([path, formerPaths].flat(), id, knownPaths, context))) ??
              true
            )
          }),
      }),
      sectionsField,
    ],
  },
)

/** A page that editors create. */
export const landingPage = {
  ...page,
  preview: { select: { title: 'title', subtitle: 'path' } },
}

/** Former paths of a landing page. */
export const formerPaths = defineType({
  name: 'formerPaths',
  type: 'array',
  title: 'Former paths',
  of: [defineArrayMember({ type: 'string' })],
})
