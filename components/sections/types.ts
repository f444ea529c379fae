import type { ReactNode } from 'react'
import type { HeadingLevel } from '@/components/ui/text/Heading'
import type { SiteContent } from '@/lib/content/settings'
import type { SectionPageQueryResult } from '@/lib/content/types.generated'

/** Any section of a page. */
export type PageSection = NonNullable<NonNullable<SectionPageQueryResult>['sections']>[number]

/** The `_type` of a section. */
export type SectionType = PageSection['_type']

/** The props of a section's component. */
export type SectionProps<Type extends SectionType> = {
  section: Extract<PageSection, { _type: Type }>
  /** The level of the section's heading; its own sub-headings follow below it. */
  level: HeadingLevel
  /** Settings and messages. */
  site: SiteContent
  /** Whether the section opens the page, so that its picture is loaded first. */
  first: boolean
}

/** How pages show a type of section. */
export type SectionView<Type extends SectionType> = {
  component: (props: SectionProps<Type>) => ReactNode
  /**
   * Whether it shows anything. If not, it is left out with its space. A section that is about its list, such as
   * testimonials, has no content without it: a heading alone would promise what is missing.
   */
  hasContent: (section: SectionProps<Type>['section']) => boolean
}
