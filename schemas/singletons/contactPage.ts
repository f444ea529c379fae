import { EnvelopeIcon } from '@sanity/icons/Envelope'
import { defineField } from 'sanity'
import { pages } from '@/lib/pages'
import { listField } from '../fields/list'
import { eyebrowField, headingField, introField, textField } from '../fields/text'
import { pictureField } from '../objects/picture'
import { definePage } from './definePage'

/** `/contact` */
export const contactPage = definePage(pages.contact, {
  description: 'The contact form, the location and how it works.',
  icon: EnvelopeIcon,
  fields: [
    eyebrowField(),
    headingField(),
    introField({
      name: 'lead',
      title: 'Lead',
      description: 'One or two sentences below the heading.',
      optional: false,
    }),
    textField({
      name: 'formHeading',
      title: 'Heading of the form',
      description: 'Above the contact form. Its labels are in “Messages”.',
      max: 60,
    }),
    textField({
      name: 'formIntro',
      title: 'Introduction of the form',
      description: 'What happens after sending, and how soon.',
      rows: 3,
      max: 320,
    }),
    textField({
      name: 'emailLabel',
      title: 'Words before the e-mail address',
      description: 'For example “E-mail”. The address itself is in “Settings”.',
      max: 40,
    }),
    textField({
      name: 'phoneLabel',
      title: 'Words before the telephone number',
      description: 'For example “Telephone”. The number itself is in “Settings”.',
      max: 40,
    }),
    textField({
      name: 'locationHeading',
      title: 'Heading of the location',
      description: 'On the location card.',
      max: 60,
    }),
    textField({
      name: 'locationName',
      title: 'Location',
      description: 'Town and state, for example “Beverly Hills, CA”.',
      max: 60,
    }),
    textField({
      name: 'locationText',
      title: 'Text about the location',
      description: 'Parking, the door, the bell. May be empty.',
      optional: true,
      rows: 3,
      max: 320,
    }),
    pictureField({
      name: 'locationPicture',
      title: 'Picture of the location',
      description: 'A map or the house. May be empty.',
    }),
    defineField({
      name: 'directionsLink',
      type: 'link',
      title: 'Link to directions',
      description: 'For example to a map. May be empty.',
    }),
    textField({
      name: 'reasonsHeading',
      title: 'Heading of the reasons',
      description: 'Above the list of reasons to choose the studio.',
      max: 60,
    }),
    listField({
      name: 'reasons',
      type: 'features',
      title: 'Reasons',
      description: 'Why people choose the studio.',
      max: 8,
    }),
    textField({
      name: 'processHeading',
      title: 'Heading of the process',
      description: 'Above the steps, for example “How it works”.',
      max: 60,
    }),
    listField({
      name: 'processSteps',
      type: 'features',
      title: 'Steps of the process',
      description: 'Three of them: record, post-production, receive content. They are numbered by the site.',
      expected: 3,
    }),
  ],
})
