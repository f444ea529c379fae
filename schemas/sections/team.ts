import { UserIcon } from '@sanity/icons/User'
import { UsersIcon } from '@sanity/icons/Users'
import { defineType } from 'sanity'
import { listField } from '../fields/list'
import { headingField, introField, textField } from '../fields/text'
import { pictureField } from '../objects/picture'
import { defineSection } from './defineSection'

/** The people of the studio. */
export const team = defineSection({
  name: 'teamSection',
  title: 'Team',
  description: 'The people of the studio: what they do, and who they are.',
  icon: UsersIcon,
  fields: [
    headingField(),
    introField(),
    listField(
      'people',
      'people',
      'People',
      'Shown in this order. Drag to reorder. While the list is empty, visitors don’t see this section.',
      { optional: true, max: 16 },
    ),
  ],
})

/** Somebody of the studio. */
export const person = defineType({
  name: 'person',
  type: 'object',
  title: 'Person',
  icon: UserIcon,
  fields: [
    textField('name', 'Name', 'First and last name.', { max: 60 }),
    textField('role', 'What they do', 'For example “Recording technician”.', { max: 60 }),
    textField('text', 'Text', 'One or two sentences about them. May be empty.', {
      optional: true,
      rows: 3,
      max: 240,
    }),
    pictureField({ description: 'A portrait. May be empty.' }),
  ],
  preview: { select: { title: 'name', subtitle: 'role', media: 'picture' } },
})
