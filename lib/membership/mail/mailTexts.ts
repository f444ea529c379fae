import 'server-only'
import { defineQuery } from 'groq'
import { client } from '@/lib/content/reading/client'
import { offerNumbersQuery } from '@/lib/content/reading/fragments'
import { withOfferValues } from '@/lib/content/text/offerValues'
import type { MailTextsQueryResult } from '@/lib/content/types.generated'
import type { SendMail } from '@/lib/mail'

const mailTextsQuery = defineQuery(`{
  "notices": *[_type == "messages" && _id == "messages"][0].notices,
  "purchases": *[_type == "messages" && _id == "messages"][0].purchases,
  "settings": *[_type == "siteSettings" && _id == "siteSettings"][0]{ siteName, contactEmail, contactPhone, address }
}`)

/** The CMS texts of the server's emails; any may be missing. */
export type MailTexts = MailTextsQueryResult

/**
 * Reads the texts of emails without a cache, because a sent email cannot be corrected.
 *
 * @throws when the Content Lake does not respond
 */
export async function readMailTexts(): Promise<MailTexts> {
  const options = { cache: 'no-store', signal: AbortSignal.timeout(5000) } as const
  const texts = await client.fetch(mailTextsQuery, {}, options)
  return withOfferValues(texts, () => client.fetch(offerNumbersQuery, {}, options))
}

/** The dependencies of emails about memberships. */
export type MailServices = { send: SendMail; texts(): Promise<MailTexts> }
