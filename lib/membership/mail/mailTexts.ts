import 'server-only'
import { defineQuery } from 'groq'
import { client } from '@/lib/content/reading/client'
import { offerNumbersQuery } from '@/lib/content/reading/fragments'
import { mergeMessages } from '@/lib/content/reading/messages'
import { withOfferValues } from '@/lib/content/text/offerValues'
import type { MailTextsQueryResult } from '@/lib/content/types.generated'
import type { Messages } from '@/lib/messages/areas'

const mailTextsQuery = defineQuery(`{
  "messages": *[_type == "messages" && _id == "messages"][0]{ notices, purchases },
  "settings": *[_type == "siteSettings" && _id == "siteSettings"][0]{ siteName, contactEmail, contactPhone, address }
}`)

/** The messages in the server's emails, and the settings that they mention; any setting may be missing. */
export type MailTexts = Pick<Messages, 'notices' | 'purchases'> & Pick<MailTextsQueryResult, 'settings'>

/**
 * Reads the messages for emails, bypassing the cache, because a sent email cannot be corrected.
 *
 * @throws when the Content Lake does not respond
 */
export async function readMailTexts(): Promise<MailTexts> {
  const options = { cache: 'no-store', signal: AbortSignal.timeout(5000) } as const
  const { messages, settings } = await client.fetch(mailTextsQuery, {}, options)
  const texts = { ...mergeMessages(messages), settings }
  return withOfferValues(texts, () => client.fetch(offerNumbersQuery, {}, options))
}
