import { PlayIcon } from '@sanity/icons/Play'
import { defineField, defineType } from 'sanity'
import {
  drawHeading,
  drawParagraph,
  drawPlayButton,
  drawRectangle,
  repeat,
} from '@/studio/inputs/sectionDrawing'
import { listField } from '../fields/list'
import { headingField, introField, textField } from '../fields/text'
import { defineList } from '../lists'
import { defineSection } from './defineSection'

const episode = defineType({
  name: 'episode',
  type: 'object',
  title: 'Episode',
  icon: PlayIcon,
  fields: [
    textField('title', 'Title', 'The title of the episode.', { max: 90 }),
    textField('show', 'Podcast', 'The name of its podcast. Optional.', {
      optional: true,
      max: 60,
    }),
    textField('text', 'Text', 'What it’s about, and what the studio did. Optional.', {
      optional: true,
      rows: 3,
      max: 240,
    }),
    defineField({
      name: 'video',
      type: 'video',
      title: 'Video',
      description: 'The episode or a clip, with a picture that’s shown until a visitor presses play.',
      validation: (rule) => rule.required().error('An episode needs a video. Fill in “Video”.'),
    }),
  ],
  preview: { select: { title: 'title', subtitle: 'show', media: 'video.poster' } },
})

export const episodes = defineSection({
  name: 'episodesSection',
  title: 'Sample episodes',
  description: 'Episodes recorded here, each with a video. Use an episode only if its owner has agreed.',
  icon: PlayIcon,
  group: 'proof',
  drawing: [
    'ink',
    (colors) => [
      drawRectangle(8, 8, 66, 37, colors.shape),
      drawPlayButton(41, 26),
      drawHeading(80, 30, 26, colors),
      drawParagraph(80, 40, 32, 1, colors),
      ...repeat(
        2,
        (index) =>
          `${drawRectangle(8 + index * 54, 51, 50, 22, colors.shape)}${drawPlayButton(33 + index * 54, 62)}`,
      ),
    ],
  ],
  fields: [
    headingField(),
    introField(),
    listField(
      'episodes',
      'episodes',
      'Episodes',
      'The first one is shown largest. If the list is empty, visitors don’t see this section.',
      { optional: true, max: 7 },
    ),
  ],
  ownTypes: [episode, defineList('episodes', 'Episodes', 'episode')],
})
