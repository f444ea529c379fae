import { defineQuery } from 'groq'
import { CheckoutDialogLink } from '@/components/membership/offerDialog/CheckoutDialogLink'
import { OfferBar } from '@/components/membership/offerDialog/OfferBar'
import { JsonLd } from '@/components/site/JsonLd'
import { Text } from '@/components/ui/text/Text'
import { filterObjects, isText } from '@/lib/content/contentGuards'
import { fillTemplate } from '@/lib/content/format'
import { seoFields } from '@/lib/content/fragments'
import { formatOfferValues } from '@/lib/content/offerValues'
import type { SiteContent } from '@/lib/content/settings'
import type { SectionPageQueryResult } from '@/lib/content/types.generated'
import { readTerms } from '@/lib/membership/offer/offer'
import { siteOrigin } from '@/lib/seo/metadata'
import { createQuestionsData, createServiceData } from '@/lib/seo/structuredData'
import { sectionsFields, sectionViews } from './registry'
import { getSectionHeading } from './sectionHeading'
import type { PageSection, SectionProps, SectionType, SectionView } from './types'

/** GROQ query of a page of sections; `$id` is its document's id. */
export const sectionPageQuery =
  defineQuery(`*[_type in ["homePage", "servicesPage", "studioPage", "aboutPage", "landingPage"] && _id == $id][0]{
  _id,
  seo{${seoFields}},
  sections[]{${sectionsFields}},
  "messages": *[_type == "messages" && _id == "messages"][0]{_id, subscription}
}`)

/** The data of a page of sections. */
export type SectionPageProps = { page: NonNullable<SectionPageQueryResult>; site: SiteContent }

/** A page that editors compose: its sections, and for search engines the offer among them. */
export function SectionPage({ page, site }: SectionPageProps) {
  return (
    <>
      <PriceBar sections={page.sections} site={site} />
      <SectionList sections={page.sections} site={site} />
      <JsonLd data={createServiceData(page.sections, siteOrigin)} />
      <JsonLd data={createQuestionsData(page.sections)} />
    </>
  )
}

type SectionListProps = {
  sections: readonly (PageSection | null)[] | null | undefined
  site: SiteContent
}

/**
 * The sections of a page in the editor's order, without hidden and unknown ones. The first heading is the page's, in
 * any section; the others are one level below.
 */
export function SectionList({ sections, site }: SectionListProps) {
  const visible = filterObjects(sections).filter(
    (section) => section.hidden !== true && hasContent(section._type, section),
  )
  const titled = visible.find((section) => getSectionHeading(section) !== null)
  return visible.map((section, index) => (
    <Section
      key={section.key}
      type={section._type}
      section={section}
      level={section === titled ? 1 : 2}
      site={site}
      first={index === 0}
    />
  ))
}

/** The price bar of a page that sells. First in the document, where it is invisible and not focusable. */
function PriceBar({ sections, site: { settings, offer } }: SectionListProps) {
  const hasCheckout = filterObjects(sections).some(
    (each) => 'checkoutLabel' in each && isText(each.checkoutLabel),
  )
  if (!hasCheckout || !isText(settings?.checkoutLabel) || !readTerms(offer).terms) return null
  return (
    <OfferBar>
      <Text>{fillTemplate(offer?.priceLine, formatOfferValues(offer))}</Text>
      <CheckoutDialogLink label={settings.checkoutLabel} className="button button-compact" />
    </OfferBar>
  )
}

/** The view of a type of section; undefined for an unknown one, which is left out. */
function findView<Type extends SectionType>(type: Type): SectionView<Type> | undefined {
  return Object.hasOwn(sectionViews, type) ? sectionViews[type] : undefined
}

/** Whether a section shows anything. Its type is a parameter, which relates the section to its view. */
function hasContent<Type extends SectionType>(type: Type, section: SectionProps<Type>['section']): boolean {
  return findView(type)?.hasContent(section) ?? false
}

/** Renders a section. A call, since JSX loses the relation of props to components. */
function Section<Type extends SectionType>({ type, ...props }: { type: Type } & SectionProps<Type>) {
  return findView(type)?.component(props)
}
