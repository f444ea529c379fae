import type { HeadingLevel } from '@/components/ui/text/Heading'
import type { SiteContent } from '@/lib/content/reading/settings'
import type { SectionPageQueryResult } from '@/lib/content/types.generated'

/** Any section of a page. */
export type PageSection = NonNullable<NonNullable<SectionPageQueryResult>['sections']>[number]

/** The `_type` of a section. */
export type SectionType = PageSection['_type']

/** The props of a section's component. */
export type SectionProps<Type extends SectionType> = {
  section: Extract<PageSection, { _type: Type }>
  /** The level of the section's heading. Subheadings are one level lower, or at this level if there is no heading. */
  level: HeadingLevel
  /** Settings, messages and the offer. */
  site: SiteContent
  /** Whether the section is the first on the page. Its picture then loads with priority. */
  isFirst: boolean
}
