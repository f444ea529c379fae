import type { ComponentType } from 'react'
import { defineField, defineType, type FieldDefinition, type ObjectRule } from 'sanity'
import { assignGroup } from '../fields/inGroup'
import { anchorProblem } from '../objects/link'

type SectionOptions = {
  /** The type's name: that of the file and of the folder in `components/sections/`, and “Section”. */
  name: string
  /** What editors call it. */
  title: string
  /** What it is for, shown in the list of sections to add. */
  description: string
  icon: ComponentType
  fields: FieldDefinition[]
  /** Rules about several fields at once. */
  validation?: (rule: ObjectRule) => ObjectRule
}

const groups = [
  { name: 'content', title: 'Content', default: true },
  { name: 'display', title: 'Display' },
]

const commonFields = [
  defineField({
    name: 'hidden',
    type: 'boolean',
    title: 'Hide this section',
    description: 'Takes the section off the page without deleting it.',
    initialValue: false,
  }),
  defineField({
    name: 'anchor',
    type: 'string',
    title: 'Link name',
    description:
      'Lets links lead to this section: with “our-offer”, the address ends in #our-offer. Unique within the page; may be empty.',
    validation: (rule) => rule.custom((anchor) => anchorProblem(anchor) ?? true),
  }),
]

/**
 * Makes the type of a page section: its own fields, what all sections have in common (being hidden, a link
 * name), tabs, and a preview that says what it is.
 */
export function defineSection({ name, title, description, icon, fields, validation }: SectionOptions) {
  return defineType({
    name,
    type: 'object',
    title,
    description,
    icon,
    groups,
    validation,
    fields: [...assignGroup('content', fields), ...assignGroup('display', commonFields)],
    preview: {
      select: { heading: 'heading', hidden: 'hidden', anchor: 'anchor' },
      prepare({ heading, hidden, anchor }) {
        const what = anchor ? `${title} · #${anchor}` : title
        return { title: heading || title, subtitle: hidden ? `Hidden · ${what}` : what }
      },
    },
  })
}
