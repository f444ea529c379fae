import { type MailVariables, mailAccount } from '@/lib/mail'
import { Findings } from '../lib/findings.ts'
import type { Settings } from '../lib/settings.ts'

/** Says whether the server can send e-mail. EmailJS tells nothing of its templates, so a person has to look at them. */
export function checkEmailJs(settings: MailVariables & Pick<Settings, 'STRIPE_SECRET_KEY'>): Findings {
  const findings = new Findings('EmailJS')
  findings.ask(
    'The template of the contact form has a fixed recipient and allows only the site: docs/configuration.md, "EmailJS".',
  )
  const sells = Boolean(settings.STRIPE_SECRET_KEY)
  if (mailAccount(settings)) {
    findings.expect(true, 'The server has an account to send e-mail with.', '')
    findings.ask(
      'That account asks for its private key, takes calls of programs, and its template is set up: docs/configuration.md, "Mail of the server".',
    )
  } else if (sells) {
    findings.expect(
      false,
      '',
      'No notices are sent to members, which the law asks for, and guests get an invitation that does not say what they have bought: EMAILJS_PUBLIC_KEY, EMAILJS_PRIVATE_KEY, EMAILJS_SERVICE_ID and EMAILJS_NOTICE_TEMPLATE_ID are missing.',
    )
  }
  return findings
}
