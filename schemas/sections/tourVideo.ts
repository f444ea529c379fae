import { VideoIcon } from '@sanity/icons/Video'
import { defineField } from 'sanity'
import { headingField, introField } from '../fields/text'
import { defineSection } from './defineSection'

/** The film of the studio tour. */
export const tourVideo = defineSection({
  name: 'tourVideoSection',
  title: 'Tour film',
  description: 'A film that shows the studio around.',
  icon: VideoIcon,
  fields: [
    headingField({ optional: true, description: 'The line above the film. May be empty.' }),
    introField({ name: 'text', title: 'Text' }),
    defineField({
      name: 'video',
      type: 'video',
      title: 'Film',
      description: 'The tour, with a poster that is shown until somebody presses play.',
      validation: (rule) => rule.required().error('This section needs its film. Please fill in “Film”.'),
    }),
  ],
})
