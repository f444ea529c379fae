import type { MailTexts } from '@/lib/membership/mail/mailTexts'
import { seedDocument } from './seedDocuments.ts'

/** Returns the texts of the server's emails in the seed, as the Content Lake would. */
export function seedMailTexts(): MailTexts {
  const { siteName, contactEmail, contactPhone, address } = seedDocument('siteSettings')
  const { notices, purchases } = seedDocument('messages')
  return JSON.parse(
    JSON.stringify({ notices, purchases, settings: { siteName, contactEmail, contactPhone, address } }),
  )
}
