import { VideoIcon } from '@sanity/icons/Video'
import { defineField } from 'sanity'
import { block, lit, play, rule, title } from '@/studio/sections/sectionDrawing'
import { headingField, introField } from '../fields/text'
import { defineSection } from './defineSection'

export const tourVideo = defineSection({
  name: 'tourVideoSection',
  title: 'Tour video',
  description: 'A video tour of the studio.',
  icon: VideoIcon,
  group: 'studio',
  drawing: [
    'ink',
    (c) => [
      title(8, 8, 40, c),
      block(12, 24, 96, 46, c.shape),
      rule(8, 20, 12, lit),
      rule(100, 73, 12, lit),
      play(60, 47),
    ],
  ],
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
