import { VideoIcon } from '@sanity/icons/Video'
import { defineField } from 'sanity'
import {
  accentColor,
  drawHeading,
  drawLine,
  drawPlayButton,
  drawRectangle,
} from '@/studio/inputs/sectionDrawing'
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
    (colors) => [
      drawHeading(8, 8, 40, colors),
      drawRectangle(12, 24, 96, 46, colors.shape),
      drawLine(8, 20, 12, accentColor),
      drawLine(100, 73, 12, accentColor),
      drawPlayButton(60, 47),
    ],
  ],
  fields: [
    headingField({ optional: true, description: 'The line above the video. Optional.' }),
    introField({ name: 'text', title: 'Text' }),
    defineField({
      name: 'video',
      type: 'video',
      title: 'Video',
      description: 'The tour, with a picture that’s shown until a visitor presses play.',
      validation: (rule) => rule.required().error('This section needs a video. Fill in “Video”.'),
    }),
  ],
})
