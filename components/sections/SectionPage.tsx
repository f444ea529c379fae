import { defineQuery } from 'groq'
import { CheckoutDialogLink } from '@/components/membership/offerDialog/CheckoutDialogLink'
import { OfferBar } from '@/components/membership/offerDialog/OfferBar'
import { PriceText } from '@/components/membership/PriceText'
import { JsonLd } from '@/components/site/JsonLd'
import { seoFields } from '@/lib/content/reading/fragments'
import type { SiteContent } from '@/lib/content/reading/settings'
import { filterObjects, isText } from '@/lib/content/text/contentGuards'
import { fillTemplate } from '@/lib/content/text/format'
import { formatOfferValues } from '@/lib/content/text/offerValues'
import type { SectionPageQueryResult } from '@/lib/content/types.generated'
import { readTerms } from '@/lib/membership/offer/offer'
import { createVideoData } from '@/lib/seo/structuredData'
import { sectionComponents, sectionsFields } from './registry'
import { getSectionHeading, hasContent } from './sectionContent'
import type { PageSection, SectionProps, SectionType } from './types'

/** GROQ query for a page that consists of sections; `$id` is its document's id. */
export const sectionPageQuery =
  defineQuery(`*[_type in ["homePage", "servicesPage", "studioPage", "aboutPage", "landingPage"] && _id == $id][0]{
  _id,
  seo{${seoFields}},
  sections[]{${sectionsFields}}
}`)

/** The props of a page that consists of sections. */
export type SectionPageProps = { page: NonNullable<SectionPageQueryResult>; site: SiteContent }

/** A page that editors compose: its sections, a price bar, and data about its video for search engines. */
export function SectionPage({ page, site }: SectionPageProps) {
  return (
    <>
      <PriceBar site={site} />
      <SectionList sections={page.sections} site={site} />
      <JsonLd data={createVideoData(page.sections)} />
    </>
  )
}

type SectionListProps = {
  sections: readonly (PageSection | null)[] | null | undefined
  site: SiteContent
}

/**
 * The sections of a page in the editor's order, without hidden, empty and unknown ones. The heading of the first
 * section that has one is the page's h1; those of the other sections are h2.
 */
export function SectionList({ sections, site }: SectionListProps) {
  const visibleSections = filterObjects(sections).filter(
    (section) => section.hidden !== true && hasContent(section._type, section),
  )
  const firstTitledSection = visibleSections.find((section) => getSectionHeading(section) !== null)
  return visibleSections.map((section, index) => (
    <Section
      key={section.key}
      type={section._type}
      section={section}
      level={section === firstTitledSection ? 1 : 2}
      site={site}
      isFirst={index === 0}
    />
  ))
}

/** The price bar. It comes before the sections in the document, hidden at first. */
function PriceBar({ site: { settings, offer, messages } }: { site: SiteContent }) {
  if (!isText(settings?.checkoutLabel) || !readTerms(offer).terms) return null
  const values = formatOfferValues(offer)
  return (
    <OfferBar>
      <PriceText
        text={fillTemplate(offer?.priceLine, values)}
        formerText={fillTemplate(messages.checkout.formerPrice, values)}
      />
      <CheckoutDialogLink label={settings.checkoutLabel} className="button button-compact" />
    </OfferBar>
  )
}

/** Renders a section. Calls its component as a function, since TypeScript cannot relate the props to it in JSX. */
function Section<Type extends SectionType>({ type, ...props }: { type: Type } & SectionProps<Type>) {
  return sectionComponents[type](props)
}
