import type { MailTexts } from '@/lib/membership/mail/mailTexts'
import { areas } from '@/lib/messages/areas'
import { seedDocument } from './seedDocuments.ts'

/** Returns the strings of the server's emails: the default messages, and the seed's settings. */
export function seedMailTexts(): MailTexts {
  const { siteName, contactEmail, contactPhone, address } = seedDocument('siteSettings')
  const settings = JSON.parse(JSON.stringify({ siteName, contactEmail, contactPhone, address }))
  return { notices: areas.notices.defaults, purchases: areas.purchases.defaults, settings }
}
