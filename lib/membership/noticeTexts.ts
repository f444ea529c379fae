import 'server-only'
import { defineQuery } from 'groq'
import { client } from '@/lib/content/client'
import type { NoticeTextsQueryResult } from '@/lib/content/types.generated'
import { atMost } from '@/lib/deadline'

const noticeTextsQuery = defineQuery(`{
  "notices": *[_type == "messages" && _id == "messages"][0].notices,
  "settings": *[_type == "siteSettings" && _id == "siteSettings"][0]{ siteName, contactEmail, contactPhone, address }
}`)

/** What editors wrote for notices; any of it may be missing. */
export type NoticeTexts = NoticeTextsQueryResult

/**
 * Reads the texts of notices, past every cache: what is sent cannot be taken back.
 *
 * @throws when the content lake does not answer
 */
export function readNoticeTexts(): Promise<NoticeTexts> {
  return client.fetch(noticeTextsQuery, {}, { cache: 'no-store', signal: AbortSignal.timeout(atMost(5000)) })
}
