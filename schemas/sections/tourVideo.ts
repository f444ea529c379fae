import { VideoIcon } from '@sanity/icons/Video'
import { defineField } from 'sanity'
import { headingField, introField } from '../fields/text'
import { defineSection } from './defineSection'

export const tourVideo = defineSection({
  name: 'tourVideoSection',
  title: 'Tour video',
  description: 'A video tour of the studio.',
  icon: VideoIcon,
  fields: [
    headingField({ optional: true, description: 'The line above the video. Optional.' }),
    introField({ name: 'text', title: 'Text' }),
    defineField({
      name: 'video',
      type: 'video',
      title: 'Video',
      description: 'The tour, with a poster that’s shown until a visitor presses play.',
      validation: (rule) => rule.required().error('This section needs a video. Fill in “Video”.'),
    }),
  ],
})
