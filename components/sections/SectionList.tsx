import { objectsIn } from '@/components/ui/list'
import type { SiteContent } from '@/lib/content/settings'
import { AudienceSection } from './audienceSection/AudienceSection'
import { BeliefsSection } from './beliefsSection/BeliefsSection'
import { CallToActionSection } from './callToActionSection/CallToActionSection'
import { ClosingOfferSection } from './closingOfferSection/ClosingOfferSection'
import { EquipmentSection } from './equipmentSection/EquipmentSection'
import { FeatureListSection } from './featureListSection/FeatureListSection'
import { GallerySection } from './gallerySection/GallerySection'
import { HeroSection } from './heroSection/HeroSection'
import { MissionSection } from './missionSection/MissionSection'
import { OfferSection } from './offerSection/OfferSection'
import { PageIntroSection } from './pageIntroSection/PageIntroSection'
import { sectionHeading } from './sectionHeading'
import { ServiceCardsSection } from './serviceCardsSection/ServiceCardsSection'
import { showsSomething } from './showsSomething'
import { StatsSection } from './statsSection/StatsSection'
import { TourVideoSection } from './tourVideoSection/TourVideoSection'
import type { PageSection, SectionProps } from './types'

type SectionListProps = {
  sections: readonly (PageSection | null)[] | null | undefined
  site: SiteContent
}

/**
 * The sections of a page in the editor's order, without hidden and unknown ones. The first heading is the
 * page's, whichever section it stands in; the others are one level below.
 */
export function SectionList({ sections, site }: SectionListProps) {
  const visible = objectsIn(sections).filter((section) => section.hidden !== true && showsSomething(section))
  const titled = visible.find((section) => sectionHeading(section) !== null)
  return visible.map((section, index) => (
    <Section
      key={section.key}
      section={section}
      level={section === titled ? 1 : 2}
      site={site}
      first={index === 0}
    />
  ))
}

function Section({ section, ...rest }: SectionProps<PageSection['_type']>) {
  switch (section._type) {
    case 'heroSection':
      return <HeroSection section={section} {...rest} />
    case 'pageIntroSection':
      return <PageIntroSection section={section} {...rest} />
    case 'featureListSection':
      return <FeatureListSection section={section} {...rest} />
    case 'offerSection':
      return <OfferSection section={section} {...rest} />
    case 'audienceSection':
      return <AudienceSection section={section} {...rest} />
    case 'closingOfferSection':
      return <ClosingOfferSection section={section} {...rest} />
    case 'serviceCardsSection':
      return <ServiceCardsSection section={section} {...rest} />
    case 'tourVideoSection':
      return <TourVideoSection section={section} {...rest} />
    case 'gallerySection':
      return <GallerySection section={section} {...rest} />
    case 'equipmentSection':
      return <EquipmentSection section={section} {...rest} />
    case 'callToActionSection':
      return <CallToActionSection section={section} {...rest} />
    case 'missionSection':
      return <MissionSection section={section} {...rest} />
    case 'beliefsSection':
      return <BeliefsSection section={section} {...rest} />
    case 'statsSection':
      return <StatsSection section={section} {...rest} />
    default:
      return null
  }
}
