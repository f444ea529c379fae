import { hasVideo } from '@/components/ui/video/Video'
import { filterObjects, isText } from '@/lib/content/contentGuards'
import { plainText } from '@/lib/content/plainText'
import { getProperty } from '@/lib/errorCode'
import type { PageSection } from './types'

/** The text of a section's heading, if it will have one. */
export function sectionHeading(section: PageSection): string | null {
  if (isText(section.heading)) return section.heading
  if (section._type === 'offerSection' && isText(section.offer?.packageName)) return section.offer.packageName
  return null
}

/** Fields without visible texts, and the offer that other sections only quote. */
const unseen = new Set([
  '_id',
  '_key',
  '_type',
  'alt',
  'anchor',
  'counts',
  'currency',
  'fragment',
  'key',
  'kind',
  'marks',
  'offer',
  'page',
  'side',
  'source',
  'style',
  'topic',
  'unit',
  'url',
])

/**
 * Whether a section has anything to show. One that has not is left out, with its space. Some are nothing without their
 * list: their heading alone would promise what is not there.
 */
export function hasVisibleContent(section: PageSection): boolean {
  switch (section._type) {
    case 'questionsSection':
      return filterObjects(section.questions, ['question']).some(({ answer }) => plainText(answer) !== '')
    case 'testimonialsSection':
      return filterObjects(section.testimonials, ['quote']).length > 0
    case 'logosSection':
      return filterObjects(section.logos, ['name']).length > 0
    case 'episodesSection':
      return filterObjects(section.episodes).some(({ video }) => hasVideo(video))
    case 'teamSection':
      return filterObjects(section.people, ['name']).length > 0
    case 'offerSection':
      return visible(section) || visible(section.offer)
    default:
      return visible(section)
  }
}

function visible(value: unknown): boolean {
  if (typeof value === 'string') return isText(value)
  if (Array.isArray(value)) return value.some(visible)
  if (typeof value !== 'object' || value === null) return false
  return Object.entries(value).some(([name, item]) =>
    name === 'asset' || name === 'file'
      ? isText(getProperty(item, '_id'))
      : !unseen.has(name) && visible(item),
  )
}
