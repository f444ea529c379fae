import 'server-only'
import { defineQuery } from 'groq'
import { readPreviewSession } from '../preview/previewSession'
import { fillOfferValues, formatOfferValues } from '../text/offerValues'
import type { SettingsQueryResult } from '../types.generated'
import { linkFields, offerStepFields, pictureFields, termFields } from './fragments'
import { loadContent } from './load'
import { mergeMessages } from './messages'

/** Content that each page loads besides its own: settings, messages, and the offer for the purchase dialog. */
export const settingsQuery = defineQuery(`{
  "settings": *[_type == "siteSettings" && _id == "siteSettings"][0]{
    _id,
    siteName,
    tagline,
    titleTemplate,
    pictureNote,
    navigation[]{${linkFields}},
    checkoutLabel,
    signInLabel,
    accountLabel,
    contactEmail,
    contactPhone,
    address,
    bookingUrl,
    footerText,
    footerLinks[]{${linkFields}},
    socialLinks[]{${linkFields}},
    copyright,
    socialImage{${pictureFields}}
  },
  "messages": *[_type == "messages" && _id == "messages"][0],
  "offer": *[_type == "offer" && _id == "offer"][0]{
    ${termFields},
    priceLine,
    inclusions[]{ _key, quantity, title, counts },
    values[]{ amount },
    ${offerStepFields}
  }
}`)

/** Completes the result of {@link settingsQuery}: each message is an editor's text, or the default. */
export function completeSettings({ messages, ...content }: SettingsQueryResult, isEditable: boolean) {
  const texts = mergeMessages(messages, isEditable)
  return { ...content, messages: fillOfferValues(texts, formatOfferValues(content.offer)) }
}

/** Settings, messages and offer. */
export type SiteContent = ReturnType<typeof completeSettings>

/**
 * Loads settings, messages and offer.
 *
 * @param plain - omits the edit marks (stega), for titles and structured data
 */
export async function loadSettings({ plain = false }: { plain?: boolean } = {}): Promise<SiteContent> {
  const documents = ['siteSettings', 'messages', 'offer']
  const [result, session] = await Promise.all([
    loadContent(settingsQuery, { documents, plain }),
    readPreviewSession(),
  ])
  return completeSettings(result, !plain && session?.kind === 'editor')
}
