import { log } from '@/lib/log'
import { pages } from '@/lib/pages'
import type { Billing } from '../context'
import { hasUsedIntroduction } from '../mirror/customers'
import { composeMail } from './change'

/**
 * Emails the confirmed owner of a deleted account. Never throws: the site no longer stores the email, so a failure
 * is only logged.
 *
 * @param wasMember - whether the deletion found a membership. One that an earlier, failed attempt found has been
 * anonymized, but the use of the introductory price is still recorded
 */
export async function mailAccountDeleted(billing: Billing, to: string, wasMember: boolean): Promise<void> {
  const { mail, siteOrigin } = billing
  if (!mail || !to) return
  try {
    const isFormerMember = wasMember || (await hasUsedIntroduction(billing, to))
    const above = isFormerMember ? ['deletedText', 'deletedMemberText'] : ['deletedText']
    const url = `${siteOrigin}${pages.contact.path}`
    await mail.send(composeMail(await mail.texts(), 'deleted', to, { above, url, note: 'deletedNote' }))
  } catch (error) {
    log.error('accounts', 'deletion: emailing the confirmation failed; it is not retried', error)
  }
}
