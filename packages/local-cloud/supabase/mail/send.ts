import { createTransport } from 'nodemailer'
import type { OutgoingMail } from '../../inbox/inbox.ts'
import { type MailMetadata, metadataHeader } from '../../inbox/smtp.ts'

export type MailServer = { host: string; port: number; user: string; password: string }

/**
 * Sends an email of Auth by SMTP. A header has its {@link MailMetadata} for the local inbox.
 *
 * @param sentAt - the present by Auth's clock
 * @throws nodemailer's errors
 */
export async function sendAuthMail(
  { host, port, user, password }: MailServer,
  { source, kind, details, from, to, subject, html, text }: OutgoingMail,
  sentAt: Date,
): Promise<void> {
  const metadata: MailMetadata = { source, kind, at: sentAt.toISOString(), ...(details ? { details } : {}) }
  const transport = createTransport({ host, port, auth: { user, pass: password }, ignoreTLS: true })
  await transport.sendMail({
    from,
    to: { name: '', address: to },
    subject,
    html,
    text,
    headers: { [metadataHeader]: Buffer.from(JSON.stringify(metadata)).toString('base64url') },
  })
}
