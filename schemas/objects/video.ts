import { PlayIcon } from '@sanity/icons/Play'
import { type ConditionalPropertyCallback, defineField, defineType, type FileRule } from 'sanity'
import { videoPlayer } from '@/lib/content/video'
import { getProperty } from '@/lib/errorCode'
import { choiceField } from '../fields/choice'
import { textField } from '../fields/text'
import { hasAsset, pictureField } from './picture'

const isFile: ConditionalPropertyCallback = ({ parent }) => parent?.source === 'file'
const isElsewhere: ConditionalPropertyCallback = ({ parent }) => parent?.source !== 'file'

/** Required only for a film that is a file: the field is hidden otherwise. */
const requireFile = (message: string) => (rule: FileRule) =>
  rule.custom((file, { parent }) =>
    getProperty(parent, 'source') !== 'file' || hasAsset(file) ? true : message,
  )

/** How an address should read that the site's player cannot play. */
const examples = {
  youtube:
    'Copy the address of the film from YouTube. It should read like https://www.youtube.com/watch?v=… or https://youtu.be/…',
  vimeo: 'Copy the address of the film from Vimeo. It should read like https://vimeo.com/123456789',
}

/** A film: a file of our own, or one on YouTube or Vimeo. The player loads when a visitor presses play. */
export const video = defineType({
  name: 'video',
  type: 'object',
  title: 'Video',
  icon: PlayIcon,
  fields: [
    textField('title', 'Title', 'Names the film for screen readers and search engines.', { max: 80 }),
    choiceField(
      'source',
      'Where is the film?',
      'A file plays without another company’s player; YouTube and Vimeo load when play is pressed.',
      [
        { title: 'A file', value: 'file' },
        { title: 'YouTube', value: 'youtube' },
        { title: 'Vimeo', value: 'vimeo' },
      ],
      { initialValue: 'file' },
    ),
    defineField({
      name: 'file',
      type: 'file',
      title: 'File',
      description: 'MP4 or WebM, 1080 pixels high at most. Shorter films load faster.',
      options: { accept: 'video/mp4,video/webm' },
      hidden: isElsewhere,
      validation: requireFile('Please upload the film as MP4 or WebM.'),
    }),
    defineField({
      name: 'webm',
      type: 'file',
      title: 'The same film, smaller',
      description:
        'A copy as WebM (VP9 or AV1), for browsers that play it: it loads faster. The others take the file above.',
      options: { accept: 'video/webm' },
      hidden: isElsewhere,
    }),
    defineField({
      name: 'captions',
      type: 'file',
      title: 'Captions',
      description:
        'What is said and heard, as a WebVTT file (.vtt), for people who cannot hear it or have the sound off.',
      options: { accept: '.vtt,text/vtt' },
      hidden: isElsewhere,
      validation: (rule) =>
        requireFile(
          'Without captions, people who cannot hear the film miss what is said. Please add a .vtt file.',
        )(rule).warning(),
    }),
    defineField({
      name: 'descriptions',
      type: 'file',
      title: 'Descriptions',
      description:
        'What is to be seen and is not said, as a WebVTT file (.vtt), for people who cannot see it. May be empty.',
      options: { accept: '.vtt,text/vtt' },
      hidden: isElsewhere,
    }),
    defineField({
      name: 'url',
      type: 'string',
      title: 'Address of the film',
      description: 'Copied from YouTube or Vimeo, for example https://www.youtube.com/watch?v=…',
      hidden: isFile,
      validation: (rule) =>
        rule.custom((url, { parent }) => {
          const source = getProperty(parent, 'source')
          if (source !== 'youtube' && source !== 'vimeo') return true
          if (!url) return 'Please paste the address of the film.'
          // Right is what the site's player can play.
          return videoPlayer({ source, url }) ? true : examples[source]
        }),
    }),
    pictureField({
      name: 'poster',
      title: 'Poster',
      description: 'The picture that is shown until somebody presses play.',
      required: true,
    }),
  ],
  preview: { select: { title: 'title', subtitle: 'source', media: 'poster' } },
})
