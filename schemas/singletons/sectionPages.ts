import { HomeIcon } from '@sanity/icons/Home'
import { InfoOutlineIcon } from '@sanity/icons/InfoOutline'
import { MicrophoneIcon } from '@sanity/icons/Microphone'
import { TiersIcon } from '@sanity/icons/Tiers'
import { pages } from '@/lib/pages'
import { definePage, sectionsField } from './definePage'

/** `/` */
export const homePage = definePage(pages.home, {
  description: 'The home page of the site.',
  icon: HomeIcon,
  fields: [sectionsField],
})

/** `/services` */
export const servicesPage = definePage(pages.services, {
  description: 'What members get, and the offer.',
  icon: TiersIcon,
  fields: [sectionsField],
})

/** `/studio` */
export const studioPage = definePage(pages.studio, {
  description: 'The studio: tour, gallery and equipment.',
  icon: MicrophoneIcon,
  fields: [sectionsField],
})

/** `/about` */
export const aboutPage = definePage(pages.about, {
  description: 'Mission, beliefs and numbers.',
  icon: InfoOutlineIcon,
  fields: [sectionsField],
})
