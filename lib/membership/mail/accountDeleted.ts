import { log } from '@/lib/log'
import { pages } from '@/lib/pages'
import type { Billing } from '../context'
import { sendSiteMail } from './siteMail'

/** The paragraphs for a user who ever had a membership. The privacy policy promises the period. */
const memberParagraphs = [
  "We deleted your account. Your membership has ended, and we won't charge you again.",
  "We keep finished episodes and clips for 90 days after a membership's end. Contact us to get them.",
] as const

/**
 * Emails the confirmed owner of a deleted account. Never throws: the site no longer stores the email, so a failure
 * is only logged.
 */
export async function mailAccountDeleted(
  { mail, siteOrigin }: Pick<Billing, 'mail' | 'siteOrigin'>,
  to: string,
  wasMember: boolean,
): Promise<void> {
  if (!mail || !to) return
  try {
    await sendSiteMail(mail, {
      to,
      subject: 'Your account was deleted',
      paragraphs: wasMember ? memberParagraphs : ['We deleted your account.'],
      link: { label: 'Contact us', url: `${siteOrigin}${pages.contact.path}` },
      note: "Wasn't you? Contact us.",
    })
  } catch (error) {
    log.error('accounts', 'deletion: emailing the confirmation failed; it is not retried', error)
  }
}
