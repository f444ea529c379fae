import { isText } from '@/lib/content/text/contentGuards'
import type { PageSection } from './types'

/** Returns the text of a section's heading, or null; for an offer section without one, the offer's `packageName`. */
export function getSectionHeading(section: PageSection): string | null {
  if (isText(section.heading)) return section.heading
  if (section._type === 'offerSection' && isText(section.offer?.packageName)) return section.offer.packageName
  return null
}
