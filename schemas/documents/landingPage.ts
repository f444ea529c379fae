import { DocumentIcon } from '@sanity/icons/Document'
import { defineArrayMember, defineField, defineType } from 'sanity'
import { formerPathsProblem, takenProblem } from '@/lib/content/landingPageRules'
import { landingPathProblem } from '@/lib/landingPages'
import { FormerPathsInput } from '@/studio/landingPages/FormerPathsInput'
import { textField } from '../fields/text'
import { fetchKnownPaths } from '../knownPaths'
import { definePage, sectionsField } from '../singletons/definePage'
import { findLostLinks } from './lostLinks'

const page = definePage(
  { document: 'landingPage', title: 'Landing page' },
  {
    description: 'A page of its own at an address of your choice, for a campaign or a kind of visitor.',
    icon: DocumentIcon,
    fields: [
      textField('title', 'Name', 'What you call this page here in the Studio. Visitors do not see it.', {
        max: 60,
      }),
      defineField({
        name: 'path',
        type: 'string',
        title: 'Address',
        description:
          'Where the page is, written from its slash, for example /podcast-for-coaches. When you change it later, the old address leads to the new one by itself.',
        validation: (rule) => [
          rule.required().error('Please write the address, for example /podcast-for-coaches.'),
          rule.custom(async (path, context) => {
            if (!path) return true
            const problem = landingPathProblem(path)
            if (problem) return problem
            const known = await fetchKnownPaths(context)
            return (known && takenProblem(path, context.document?._id ?? '', known)) ?? true
          }),
        ],
      }),
      defineField({
        name: 'formerPaths',
        type: 'formerPaths',
        title: 'Former addresses',
        description:
          'They lead to the page, however it was published. When you change the address, the one that visitors know is added here by itself.',
        components: { input: FormerPathsInput },
        validation: (rule) =>
          rule.custom(async (formerPaths, context) => {
            const known = await fetchKnownPaths(context)
            const { _id, path } = Object(context.document)
            const id = String(_id)
            const problem = known && formerPathsProblem(formerPaths, { ...known, path, id })
            return (
              problem ??
              (known && (await findLostLinks([path, formerPaths].flat(), id, known, context))) ??
              true
            )
          }),
      }),
      sectionsField,
    ],
  },
)

/** A page that editors make. */
export const landingPage = {
  ...page,
  preview: { select: { title: 'title', subtitle: 'path' } },
}

/** Addresses where a landing page was. */
export const formerPaths = defineType({
  name: 'formerPaths',
  type: 'array',
  title: 'Former addresses',
  of: [defineArrayMember({ type: 'string' })],
})
