import 'server-only'
import { defineQuery } from 'groq'
import { client } from '@/lib/content/client'
import { offerNumbersQuery } from '@/lib/content/fragments'
import { withOfferValues } from '@/lib/content/offerValues'
import type { MailTextsQueryResult } from '@/lib/content/types.generated'
import { capToDeadline } from '@/lib/deadline'
import type { SendMail } from '@/lib/mail'

const mailTextsQuery = defineQuery(`{
  "notices": *[_type == "messages" && _id == "messages"][0].notices,
  "purchases": *[_type == "messages" && _id == "messages"][0].purchases,
  "settings": *[_type == "siteSettings" && _id == "siteSettings"][0]{ siteName, contactEmail, contactPhone, address }
}`)

/** What editors wrote for the e-mails of the server; any of it may be missing. */
export type MailTexts = MailTextsQueryResult

/**
 * Reads the texts of e-mails, past every cache: what is sent cannot be taken back.
 *
 * @throws when the content lake does not answer
 */
export async function readMailTexts(): Promise<MailTexts> {
  const options = { cache: 'no-store', signal: AbortSignal.timeout(capToDeadline(5000)) } as const
  const texts = await client.fetch(mailTextsQuery, {}, options)
  return withOfferValues(texts, () => client.fetch(offerNumbersQuery, {}, options))
}

/** What sending e-mails about memberships needs. */
export type MailServices = { send: SendMail; texts(): Promise<MailTexts> }
