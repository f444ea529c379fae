import { createTransport } from 'nodemailer'
import type { OutgoingMail } from '../../inbox/inbox.ts'
import { type MailMetadata, metadataHeader } from '../../inbox/smtp.ts'

/** A project's mail server. */
export type MailServer = { host: string; port: number; user: string; password: string }

/**
 * Sends an email of Auth by SMTP, with a header that describes it for programs.
 *
 * @param at - the time of Auth's clock
 * @throws nodemailer's errors
 */
export async function sendAuthMail(
  { host, port, user, password }: MailServer,
  { source, kind, details, from, to, subject, html, text }: OutgoingMail,
  at: Date,
): Promise<void> {
  const metadata: MailMetadata = { source, kind, at: at.toISOString(), ...(details ? { details } : {}) }
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
