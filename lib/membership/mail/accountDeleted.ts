import { log } from '@/lib/log'
import { renderMail } from '@/lib/mailLayout'
import { pages } from '@/lib/pages'
import type { Billing } from '../context'

/**
 * Emails the confirmed owner of a deleted account. Never throws: the site no longer stores the email, so a failure
 * is only logged.
 */
export async function mailAccountDeleted(
  { mail: services, siteOrigin }: Pick<Billing, 'mail' | 'siteOrigin'>,
  to: string,
): Promise<void> {
  if (!services || !to) return
  const subject = 'Your account was deleted'
  const text = 'We deleted your account and canceled any membership you had.'
  try {
    const { settings } = await services.texts()
    const contact = [settings?.contactEmail, settings?.contactPhone].flatMap((line) => line ?? [])
    const content = renderMail({
      sender: settings?.siteName ?? '',
      preheader: text,
      heading: subject,
      // The privacy policy promises this period.
      paragraphs: [text, 'We keep finished episodes and clips for 90 days. Contact us to get them.'],
      link: { label: 'Contact us', url: `${siteOrigin}${pages.contact.path}` },
      notes: ["Wasn't you? Contact us.", ...contact],
    })
    await services.send({ to, subject, ...content })
  } catch (error) {
    log.error('accounts', 'deletion: emailing the confirmation failed; it is not retried', error)
  }
}
