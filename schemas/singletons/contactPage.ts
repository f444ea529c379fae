import { EnvelopeIcon } from '@sanity/icons/Envelope'
import { defineField } from 'sanity'
import { pages } from '@/lib/pages'
import { listField } from '../fields/list'
import { eyebrowField, headingField, introField, textField } from '../fields/text'
import { pictureField } from '../objects/picture'
import { definePage } from './definePage'

/** `/contact` */
export const contactPage = definePage(pages.contact, {
  description: 'The contact form, the location and the process.',
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
    textField('formHeading', 'Form heading', 'Above the contact form. Its labels are in “Messages”.', {
      max: 60,
    }),
    textField(
      'formIntro',
      'Form introduction',
      'What happens after a visitor sends the form, and how soon.',
      {
        rows: 3,
        max: 320,
      },
    ),
    textField('emailLabel', 'Email label', 'For example “Email”. The email itself is in “Settings”.', {
      max: 40,
    }),
    textField(
      'phoneLabel',
      'Phone number label',
      'For example “Phone”. The number itself is in “Settings”.',
      { max: 40 },
    ),
    textField('locationHeading', 'Location heading', 'On the location card.', { max: 60 }),
    textField('locationName', 'Location', 'City and state, for example “Beverly Hills, CA”.', { max: 60 }),
    textField('locationText', 'Location text', 'Parking, entrance and doorbell. Optional.', {
      optional: true,
      rows: 3,
      max: 320,
    }),
    pictureField({
      name: 'locationPicture',
      title: 'Location picture',
      description: 'A map or the building. Optional.',
    }),
    defineField({
      name: 'directionsLink',
      type: 'link',
      title: 'Link to directions',
      description: 'For example to a map. Optional.',
    }),
    textField('hoursHeading', 'Hours heading', 'On the location card, above the hours.', {
      optional: true,
      max: 60,
    }),
    listField(
      'hours',
      'textLines',
      'Hours',
      'When the studio is open, and when you reply to messages. Search engines show lines like “Monday to Saturday, 9 am to 8 pm”, and visitors can’t request other times. Optional.',
      {
        optional: true,
        max: 7,
      },
    ),
    textField('reasonsHeading', 'Reasons heading', 'Above the list of reasons to choose the studio.', {
      max: 60,
    }),
    listField('reasons', 'features', 'Reasons', 'Why people choose the studio.', { max: 8 }),
    textField('processHeading', 'Process heading', 'Above the steps, for example “How it works”.', {
      max: 60,
    }),
    listField(
      'processSteps',
      'features',
      'Process steps',
      'Three steps: record, post-production, receive content. The site numbers them.',
      { expected: 3 },
    ),
  ],
})
