import { PlayIcon } from '@sanity/icons/Play'
import { defineField, defineType } from 'sanity'
import { listField } from '../fields/list'
import { headingField, introField, textField } from '../fields/text'
import { defineSection } from './defineSection'

/** Episodes that were made in the studio. */
export const episodes = defineSection({
  name: 'episodesSection',
  title: 'Sample episodes',
  description: 'Episodes that were recorded here, each with its film. Use one only if its owner has agreed.',
  icon: PlayIcon,
  fields: [
    headingField(),
    introField(),
    listField(
      'episodes',
      'episodes',
      'Episodes',
      'The first one is shown largest. While the list is empty, visitors don’t see this section.',
      { optional: true, max: 7 },
    ),
  ],
})

/** An episode with its film. */
export const episode = defineType({
  name: 'episode',
  type: 'object',
  title: 'Episode',
  icon: PlayIcon,
  fields: [
    textField('title', 'Title', 'Of the episode.', { max: 90 }),
    textField('show', 'Podcast', 'The name of the podcast that it belongs to. May be empty.', {
      optional: true,
      max: 60,
    }),
    textField('text', 'Text', 'What it is about, and what the studio did. May be empty.', {
      optional: true,
      rows: 3,
      max: 240,
    }),
    defineField({
      name: 'video',
      type: 'video',
      title: 'Film',
      description: 'The episode or a part of it, with a poster that is shown until somebody presses play.',
      validation: (rule) => rule.required().error('An episode needs its film. Please fill in “Film”.'),
    }),
  ],
  preview: { select: { title: 'title', subtitle: 'show', media: 'video.poster' } },
})
