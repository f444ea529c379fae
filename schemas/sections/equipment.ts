import { ControlsIcon } from '@sanity/icons/Controls'
import { PlugIcon } from '@sanity/icons/Plug'
import { defineType } from 'sanity'
import { drawDisc, drawRectangle, drawRing, repeat } from '@/studio/inputs/sectionDrawing'
import { listField } from '../fields/list'
import { headingField, introField, textField } from '../fields/text'
import { defineList } from '../lists'
import { defineSection } from './defineSection'

const equipmentItem = defineType({
  name: 'equipmentItem',
  type: 'object',
  title: 'Equipment item',
  icon: PlugIcon,
  fields: [
    textField('name', 'Name', 'Brand and model, as the brand spells them.', { max: 60 }),
    textField('detail', 'Detail', 'What it’s for, in a few words. Optional.', {
      optional: true,
      max: 80,
    }),
  ],
  preview: { select: { title: 'name', subtitle: 'detail' } },
})

const equipmentGroup = defineType({
  name: 'equipmentGroup',
  type: 'object',
  title: 'Equipment group',
  icon: ControlsIcon,
  fields: [
    textField('title', 'Title', 'For example “Microphones”.', { max: 40 }),
    listField('items', 'equipmentItems', 'Equipment', 'Shown in this order. Drag to reorder.', { max: 20 }),
  ],
  preview: {
    select: { title: 'title', items: 'items' },
    prepare: ({ title, items }) => ({
      title,
      subtitle: `${Array.isArray(items) ? items.length : 0} pieces`,
    }),
  },
})

export const equipment = defineSection({
  name: 'equipmentSection',
  title: 'Equipment',
  description: 'Microphones, cameras and lights in the studio.',
  icon: ControlsIcon,
  group: 'studio',
  drawing: [
    'ink',
    (colors) =>
      repeat(
        3,
        (row) =>
          `${drawRectangle(8, 14 + row * 20, 24, 7, '#e8ddca')}${repeat(4, (index) => `${drawRing(46 + index * 18, 17 + row * 20, 5)}${drawDisc(46 + index * 18, 17 + row * 20, 2, colors.text)}`).join('')}`,
      ),
  ],
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
  ownTypes: [
    equipmentGroup,
    equipmentItem,
    defineList('equipmentGroups', 'Equipment groups', 'equipmentGroup'),
    defineList('equipmentItems', 'Equipment', 'equipmentItem'),
  ],
})
