import { fillOfferValues, formatOfferValues } from '@/lib/content/text/offerValues'
import type { MailTexts } from '@/lib/membership/mail/mailTexts'
import { areas } from '@/lib/messages/areas'
import { seedDocument } from './seedDocuments.ts'

/** Returns the strings of the server's emails: the default messages with the offer's values, and the seed's settings. */
export function seedMailTexts(): MailTexts {
  const { siteName, contactEmail, contactPhone, address } = seedDocument('siteSettings')
  const settings = JSON.parse(JSON.stringify({ siteName, contactEmail, contactPhone, address }))
  const texts = { notices: areas.notices.defaults, purchases: areas.purchases.defaults, settings }
  const offer: object = seedDocument('offer')
  return fillOfferValues(texts, formatOfferValues(offer))
}
