import { HomeIcon } from '@sanity/icons/Home'
import { InfoOutlineIcon } from '@sanity/icons/InfoOutline'
import { MicrophoneIcon } from '@sanity/icons/Microphone'
import { TiersIcon } from '@sanity/icons/Tiers'
import { definePage, sectionsField } from './definePage'

/** `/` */
export const homePage = definePage({
  name: 'homePage',
  title: 'Home',
  description: 'The first page of the site.',
  icon: HomeIcon,
  fields: [sectionsField],
})

/** `/services` */
export const servicesPage = definePage({
  name: 'servicesPage',
  title: 'Services',
  description: 'What members get, and the offer.',
  icon: TiersIcon,
  fields: [sectionsField],
})

/** `/studio` */
export const studioPage = definePage({
  name: 'studioPage',
  title: 'Studio',
  description: 'The room: tour, gallery and equipment.',
  icon: MicrophoneIcon,
  fields: [sectionsField],
})

/** `/about` */
export const aboutPage = definePage({
  name: 'aboutPage',
  title: 'About',
  description: 'Mission, beliefs and numbers.',
  icon: InfoOutlineIcon,
  fields: [sectionsField],
})
