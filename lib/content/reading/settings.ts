import 'server-only'
import { defineQuery } from 'groq'
import { linkFields, offerStepFields, pictureFields, termFields } from './fragments'
import { loadContent } from './load'

/** Content that each page loads besides its own: settings, some messages, and the offer of the purchase dialog. */
export const settingsQuery = defineQuery(`{
  "settings": *[_type == "siteSettings" && _id == "siteSettings"][0]{
    _id,
    siteName,
    tagline,
    titleTemplate,
    navigation[]{${linkFields}},
    checkoutLabel,
    signInLabel,
    accountLabel,
    contactEmail,
    contactPhone,
    address,
    footerText,
    footerLinks[]{${linkFields}},
    socialLinks[]{${linkFields}},
    copyright,
    socialImage{${pictureFields}}
  },
  "messages": *[_type == "messages" && _id == "messages"][0]{
    _id,
    accessibility,
    video,
    legal,
    checkout,
    preview
  },
  "offer": *[_type == "offer" && _id == "offer"][0]{
    ${termFields},
    priceLine,
    inclusions[]{ _key, quantity, title },
    ${offerStepFields}
  }
}`)

/**
 * Loads settings, messages and offer, see {@link settingsQuery}.
 *
 * @param plain - omits the edit marks (stega), for titles and structured data
 */
export function loadSettings({ plain = false }: { plain?: boolean } = {}) {
  return loadContent(settingsQuery, { documents: ['siteSettings', 'messages', 'offer'], plain })
}

/** The result of {@link loadSettings}. */
export type SiteContent = Awaited<ReturnType<typeof loadSettings>>
