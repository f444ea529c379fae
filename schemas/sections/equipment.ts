import { ControlsIcon } from '@sanity/icons/Controls'
import { PlugIcon } from '@sanity/icons/Plug'
import { defineType } from 'sanity'
import { listField } from '../fields/list'
import { headingField, introField, textField } from '../fields/text'
import { defineSection } from './defineSection'

/** The list of equipment. */
export const equipment = defineSection({
  name: 'equipmentSection',
  title: 'Equipment',
  description: 'Microphones, cameras, light: what is in the room.',
  icon: ControlsIcon,
  fields: [
    headingField(),
    introField(),
    listField(
      'groups',
      'equipmentGroups',
      'Groups',
      'Equipment that belongs together, for example all microphones.',
      { max: 10 },
    ),
  ],
})

/** One piece of equipment. */
export const equipmentItem = defineType({
  name: 'equipmentItem',
  type: 'object',
  title: 'Piece of equipment',
  icon: PlugIcon,
  fields: [
    textField('name', 'Name', 'Maker and model, as the maker writes it.', { max: 60 }),
    textField('detail', 'Detail', 'What it is for, in a few words. May be empty.', {
      optional: true,
      max: 80,
    }),
  ],
  preview: { select: { title: 'name', subtitle: 'detail' } },
})

/** Pieces of equipment that belong together. */
export const equipmentGroup = defineType({
  name: 'equipmentGroup',
  type: 'object',
  title: 'Group of equipment',
  icon: ControlsIcon,
  fields: [
    textField('title', 'Title', 'For example “Microphones”.', { max: 40 }),
    listField(
      'items',
      'equipmentItems',
      'Equipment',
      'The pieces of this group, in the order in which they are shown.',
      { max: 20 },
    ),
  ],
  preview: {
    select: { title: 'title', items: 'items' },
    prepare: ({ title, items }) => ({
      title,
      subtitle: `${Array.isArray(items) ? items.length : 0} pieces`,
    }),
  },
})
