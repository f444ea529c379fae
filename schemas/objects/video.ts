import { PlayIcon } from '@sanity/icons/Play'
import {
  type ConditionalPropertyCallback,
  defineField,
  defineType,
  type FileRule,
  type ValidationContext,
} from 'sanity'
import { findVideoPlayer } from '@/lib/content/media/video'
import { apiVersion } from '@/lib/content/reading/config'
import { getProperty } from '@/lib/errorCode'
import { fetchTrackFormat } from '@/studio/checks/webVtt'
import { srtMessage, TrackInput } from '@/studio/inputs/TrackInput'
import { choiceField } from '../fields/choice'
import { textField } from '../fields/text'
import { hasAsset, pictureField } from './picture'

const isFile: ConditionalPropertyCallback = ({ parent }) => parent?.source === 'file'
const isExternal: ConditionalPropertyCallback = ({ parent }) => parent?.source !== 'file'

/** Requires a file only for uploaded videos. For other videos, the field is hidden. */
const requireFile = (message: string) => (rule: FileRule) =>
  rule.custom((file, { parent }) =>
    getProperty(parent, 'source') !== 'file' || hasAsset(file) ? true : message,
  )

/** The accepted types of text tracks. The form converts SRT files to WebVTT. */
const trackTypes = '.vtt,.srt,text/vtt'

/** Checks that a file contains WebVTT, whatever its name. The check is skipped when the file cannot be read. */
async function checkTrack(file: unknown, { getClient, parent }: ValidationContext): Promise<true | string> {
  const ref = getProperty(getProperty(file, 'asset'), '_ref')
  if (typeof ref !== 'string' || getProperty(parent, 'source') !== 'file') return true
  const format = await fetchTrackFormat(getClient({ apiVersion }), ref).catch(() => 'vtt' as const)
  if (format === 'srt') return srtMessage
  return (
    format === 'vtt' || 'This isn’t a WebVTT file: its first line has to be “WEBVTT”. Choose another file.'
  )
}

/** Messages for a URL that the site's player cannot play. */
const invalidUrlMessages = {
  youtube:
    'This isn’t the URL of a YouTube video. Copy it from YouTube, for example https://www.youtube.com/watch?v=… or https://youtu.be/…',
  vimeo: 'This isn’t the URL of a Vimeo video. Copy it from Vimeo, for example https://vimeo.com/123456789',
}

/** A video: an uploaded file, or one on YouTube or Vimeo. The player loads when a visitor presses play. */
export const video = defineType({
  name: 'video',
  type: 'object',
  title: 'Video',
  icon: PlayIcon,
  fields: [
    pictureField({
      name: 'poster',
      title: 'Picture',
      description: 'Shown until a visitor presses play.',
      required: true,
    }),
    textField('title', 'Title', 'Read by screen readers.', { max: 80 }),
    choiceField(
      'source',
      'Where is the video?',
      'An uploaded file needs no third-party player. YouTube and Vimeo load when a visitor presses play.',
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
      description: 'MP4 or WebM, up to 1080 pixels high. Shorter videos load faster.',
      options: { accept: 'video/mp4,video/webm' },
      hidden: isExternal,
      validation: requireFile('Upload the video as MP4 or WebM.'),
    }),
    defineField({
      name: 'webm',
      type: 'file',
      title: 'WebM version',
      description: 'The same video as WebM. It loads faster. Replace it whenever you replace the file above.',
      options: { accept: 'video/webm' },
      hidden: isExternal,
    }),
    defineField({
      name: 'captions',
      type: 'file',
      title: 'Captions',
      description:
        'Speech and sounds as a WebVTT file (.vtt), for people who can’t hear them or have the sound off.',
      options: { accept: trackTypes },
      hidden: isExternal,
      components: { input: TrackInput },
      validation: (rule) => [
        requireFile('Without captions, people who can’t hear the video miss what’s said. Add a .vtt file.')(
          rule,
        ).warning(),
        rule.custom(checkTrack),
      ],
    }),
    defineField({
      name: 'descriptions',
      type: 'file',
      title: 'Descriptions',
      description:
        'What’s shown but not said, as a WebVTT file (.vtt), for people who can’t see it. Optional.',
      options: { accept: trackTypes },
      hidden: isExternal,
      components: { input: TrackInput },
      validation: (rule) => rule.custom(checkTrack),
    }),
    defineField({
      name: 'url',
      type: 'string',
      title: 'Video URL',
      description: 'Copied from YouTube or Vimeo, for example https://www.youtube.com/watch?v=…',
      hidden: isFile,
      validation: (rule) =>
        rule.custom((url, { parent }) => {
          const source = getProperty(parent, 'source')
          if (source !== 'youtube' && source !== 'vimeo') return true
          if (!url) return 'Paste the video’s URL.'
          return findVideoPlayer({ source, url }) ? true : invalidUrlMessages[source]
        }),
    }),
  ],
  preview: { select: { title: 'title', subtitle: 'source', media: 'poster' } },
})
