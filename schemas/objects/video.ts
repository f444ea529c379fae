import { PlayIcon } from '@sanity/icons/Play'
import { type ConditionalPropertyCallback, defineField, defineType } from 'sanity'
import { videoPlayer } from '@/lib/content/video'
import { choiceField } from '../fields/choice'
import { textField } from '../fields/text'
import { hasAsset, pictureField } from './picture'

const isFile: ConditionalPropertyCallback = ({ parent }) => parent?.source === 'file'
const isElsewhere: ConditionalPropertyCallback = ({ parent }) => parent?.source !== 'file'

const sourceOf = (parent: unknown) =>
  typeof parent === 'object' && parent !== null && 'source' in parent ? String(parent.source) : undefined

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
      validation: (rule) =>
        rule.custom((file, { parent }) =>
          sourceOf(parent) !== 'file' || hasAsset(file) ? true : 'Please upload the film as MP4 or WebM.',
        ),
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
        'What is said, as a WebVTT file (.vtt), for people who cannot hear it or have the sound off.',
      options: { accept: '.vtt,text/vtt' },
      hidden: isElsewhere,
      validation: (rule) =>
        rule
          .custom((file, { parent }) =>
            sourceOf(parent) !== 'file' || hasAsset(file)
              ? true
              : 'Without captions, people who cannot hear the film miss what is said. Please add a .vtt file.',
          )
          .warning(),
    }),
    defineField({
      name: 'url',
      type: 'string',
      title: 'Address of the film',
      description: 'Copied from YouTube or Vimeo, for example https://www.youtube.com/watch?v=…',
      hidden: isFile,
      validation: (rule) =>
        rule.custom((url, { parent }) => {
          const source = sourceOf(parent)
          if (source !== 'youtube' && source !== 'vimeo') return true
          if (!url) return 'Please paste the address of the film.'
          return filmUrlProblem(url, source) ?? true
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

/**
 * Checks the address of a film on YouTube or Vimeo: right is what the site's player can play.
 *
 * @returns how the address should read, or null
 */
function filmUrlProblem(url: string | undefined, source: string | undefined): string | null {
  if (!url || videoPlayer({ source, url })) return null
  return source === 'vimeo'
    ? 'Copy the address of the film from Vimeo. It should read like https://vimeo.com/123456789'
    : 'Copy the address of the film from YouTube. It should read like https://www.youtube.com/watch?v=… or https://youtu.be/…'
}
