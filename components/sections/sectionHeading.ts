import { isText } from '@/components/ui/list'
import type { PageSection } from './types'

/** The text of a section's heading, if it will have one. */
export function sectionHeading(section: PageSection): string | null {
  if (isText(section.heading)) return section.heading
  if (section._type === 'offerSection' && isText(section.offer?.packageName)) return section.offer.packageName
  return null
}
