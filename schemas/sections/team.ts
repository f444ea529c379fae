import { UserIcon } from '@sanity/icons/User'
import { UsersIcon } from '@sanity/icons/Users'
import { defineType } from 'sanity'
import { drawDisc, drawHeading, drawLine, drawRectangle, repeat } from '@/studio/inputs/sectionDrawing'
import { listField } from '../fields/list'
import { headingField, introField, textField } from '../fields/text'
import { defineList } from '../lists'
import { pictureField } from '../objects/picture'
import { defineSection } from './defineSection'

const person = defineType({
  name: 'person',
  type: 'object',
  title: 'Person',
  icon: UserIcon,
  fields: [
    textField('name', 'Name', 'First and last name.', { max: 60 }),
    textField('role', 'Role', 'For example “Recording technician”.', { max: 60 }),
    textField('text', 'Text', 'One or two sentences about them. Optional.', {
      optional: true,
      rows: 3,
      max: 240,
    }),
    pictureField({ description: 'A portrait. Optional.' }),
  ],
  preview: { select: { title: 'name', subtitle: 'role', media: 'picture' } },
})

export const team = defineSection({
  name: 'teamSection',
  title: 'Team',
  description: 'The people at the studio and their roles.',
  icon: UsersIcon,
  group: 'about',
  drawing: [
    'bone',
    (colors) =>
      repeat(
        3,
        (index) =>
          `${drawLine(8, 8 + index * 23, 104, colors.shape)}${drawRectangle(14, 18 + index * 23, 18, 3, colors.shape)}${drawHeading(42, 16 + index * 23, 38, colors)}${drawDisc(100, 19 + index * 23, 8, colors.shape)}`,
      ),
  ],
  fields: [
    headingField(),
    introField(),
    listField(
      'people',
      'people',
      'People',
      'Shown in this order. Drag to reorder. If the list is empty, visitors don’t see this section.',
      { optional: true, max: 16 },
    ),
  ],
  ownTypes: [person, defineList('people', 'People', 'person')],
})
