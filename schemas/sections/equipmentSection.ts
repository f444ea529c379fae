import { ControlsIcon } from '@sanity/icons/Controls'
import { listField } from '../fields/list'
import { headingField, introField } from '../fields/text'
import { defineSection } from './defineSection'

/** The list of equipment. */
export const equipmentSection = defineSection({
  name: 'equipmentSection',
  title: 'Equipment',
  description: 'Microphones, cameras, light: what is in the room.',
  icon: ControlsIcon,
  fields: [
    headingField(),
    introField(),
    listField({
      name: 'groups',
      type: 'equipmentGroups',
      title: 'Groups',
      description: 'Equipment that belongs together, for example all microphones.',
      max: 10,
    }),
  ],
})
