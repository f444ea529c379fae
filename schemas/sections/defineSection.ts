import type { ComponentType } from 'react'
import {
  defineField,
  defineType,
  type FieldDefinition,
  type ObjectRule,
  type SchemaTypeDefinition,
} from 'sanity'
import { lacksRequiredItems, requiredLists } from '@/studio/checks/violations'
import type { Drawing } from '@/studio/inputs/sectionDrawing'
import { assignGroup } from '../fields/assignGroup'
import { describeAnchorProblem } from '../objects/link'

/** The groups of the menu that adds sections. */
export const sectionGroups = [
  { name: 'opening', title: 'Openings' },
  { name: 'selling', title: 'Offer' },
  { name: 'studio', title: 'Studio' },
  { name: 'about', title: 'About us' },
  { name: 'proof', title: 'Proof' },
  { name: 'text', title: 'Text' },
] as const

type SectionOptions = {
  /** The type's name: the name of its file and of its folder in `components/sections/`, plus “Section”. */
  name: string
  title: string
  /** Shown in the menu that adds sections. */
  description: string
  icon: ComponentType
  /** The section's group in that menu. */
  group: (typeof sectionGroups)[number]['name']
  /** The section's picture in that menu. */
  drawing: Drawing
  fields: FieldDefinition[]
  /** Types that only this section uses: its list items and their lists. */
  ownTypes?: SchemaTypeDefinition[]
  /** Rules about several fields at once. */
  validation?: (rule: ObjectRule) => ObjectRule
}

const tabs = [
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
    validation: (rule) => rule.custom((anchor) => describeAnchorProblem(anchor) ?? true),
  }),
]

/**
 * Defines a page section: its type with the common fields (hidden, link name), tabs and preview, and its entry in the
 * menu that adds sections.
 */
export function defineSection({
  name,
  title,
  description,
  icon,
  group,
  drawing,
  fields,
  ownTypes = [],
  validation,
}: SectionOptions) {
  const requiredList = requiredLists[name]
  const type = defineType({
    name,
    type: 'object',
    title,
    description,
    icon,
    groups: tabs,
    validation,
    fields: [...assignGroup('content', fields), ...assignGroup('display', commonFields)],
    preview: {
      select: {
        heading: 'heading',
        hidden: 'hidden',
        anchor: 'anchor',
        ...(requiredList ? { items: requiredList } : {}),
      },
      prepare({ heading, hidden, anchor, ...selection }) {
        const label = anchor ? `${title} · #${anchor}` : title
        const isEmpty = lacksRequiredItems({
          _type: name,
          ...(requiredList ? { [requiredList]: selection.items } : {}),
        })
        const state = hidden ? 'Hidden · ' : isEmpty ? 'Not shown: empty · ' : ''
        return { title: heading || title, subtitle: `${state}${label}` }
      },
    },
  })
  return { type, group, drawing, ownTypes }
}
