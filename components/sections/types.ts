import type { HeadingLevel } from '@/components/ui/text/Heading'
import type { SiteContent } from '@/lib/content/settings'
import type { HomePageQueryResult } from '@/lib/content/types.generated'

/** Any section of a page; all pages with sections project them alike. */
export type PageSection = NonNullable<NonNullable<HomePageQueryResult>['sections']>[number]

/** What the component of one kind of section is given. */
export type SectionProps<Type extends PageSection['_type']> = {
  section: Extract<PageSection, { _type: Type }>
  /** The level of the section's heading; its own sub-headings follow below it. */
  level: HeadingLevel
  /** Settings and messages. */
  site: SiteContent
  /** Whether the section opens the page, so that its picture is loaded first. */
  first: boolean
}
