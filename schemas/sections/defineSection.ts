import type { ComponentType } from 'react'
import { defineField, defineType, type FieldDefinition, type ObjectRule } from 'sanity'
import { assignGroup } from '../fields/inGroup'
import { anchorProblem } from '../objects/link'

type SectionOptions = {
  /** The type's name: the name of the file and of the folder in `components/sections/`, plus “Section”. */
  name: string
  title: string
  /** Shown in the menu that adds sections. */
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
    description: 'Hides the section from visitors without deleting it.',
    initialValue: false,
  }),
  defineField({
    name: 'anchor',
    type: 'string',
    title: 'Link name',
    description:
      'Lets links open this section. With “our-offer”, the URL ends in #our-offer. Unique on the page. Optional.',
    validation: (rule) => rule.custom((anchor) => anchorProblem(anchor) ?? true),
  }),
]

/**
 * Defines the type of a page section: its fields, the common ones (hidden, link name), tabs and a preview.
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
        const label = anchor ? `${title} · #${anchor}` : title
        return { title: heading || title, subtitle: hidden ? `Hidden · ${label}` : label }
      },
    },
  })
}
