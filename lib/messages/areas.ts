import { accessibility } from './accessibility'
import { account } from './account'
import { accountPages } from './accountPages'
import { afterCheckout } from './afterCheckout'
import { checkout } from './checkout'
import { contactForm } from './contactForm'
import { legal } from './legal'
import { notices } from './notices'
import { preview } from './preview'
import { purchases } from './purchases'
import { smallPages } from './smallPages'
import { subscription } from './subscription'
import { video } from './video'

/**
 * All messages, in the order of the Studio's tabs. Browser code must not import values from this folder: it receives the
 * strings of its area (`tests/importBoundaries.test.ts`).
 */
export const areas = {
  accessibility,
  video,
  legal,
  contactForm,
  account,
  checkout,
  subscription,
  afterCheckout,
  notices,
  purchases,
  preview,
}

/** The default strings of pages, keyed by the type of the document that overrides them. */
export const pageTexts = { ...accountPages, ...smallPages }

/** The name of an area. */
export type AreaName = keyof typeof areas

/** The messages of each area, by name. None is empty. */
export type Messages = { [Area in AreaName]: (typeof areas)[Area]['defaults'] }
