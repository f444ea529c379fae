import { renderMail } from '@/lib/mailLayout'
import type { Billing } from '../context'

type SiteMail = {
  to: string
  subject: string
  paragraphs: readonly [string, ...string[]]
  link: { label: string; url: string }
  note: string
}

/** Sends an email that editors cannot change, with the studio's contact details. Throws when it is not sent. */
export async function sendSiteMail(
  { texts, send }: NonNullable<Billing['mail']>,
  { to, subject, paragraphs, link, note }: SiteMail,
): Promise<void> {
  const { siteName, contactEmail, contactPhone } = (await texts()).settings ?? {}
  const contact = [contactEmail, contactPhone].flatMap((line) => line ?? [])
  const [preheader] = paragraphs
  const heading = subject
  const notes = [note, ...contact]
  const content = renderMail({ sender: siteName ?? '', preheader, heading, paragraphs, link, notes })
  await send({ to, subject, ...content })
}
