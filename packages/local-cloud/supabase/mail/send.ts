import { createTransport } from 'nodemailer'
import type { OutgoingMail } from '../../inbox/inbox.ts'
import { describingHeader, type Envelope } from '../../inbox/smtp.ts'

/** The mail server of a project, as its settings name it. */
export type MailServer = { host: string; port: number; user: string; password: string }

/**
 * Sends an email of Auth by SMTP, and describes it in a header for programs that read the inbox.
 *
 * @param at - the time of Auth's own clock
 * @throws what nodemailer throws when the server cannot be reached or refuses
 */
export async function sendAuthMail(
  { host, port, user, password }: MailServer,
  { source, kind, details, from, to, subject, html, text }: OutgoingMail,
  at: Date,
): Promise<void> {
  const envelope: Envelope = { source, kind, at: at.toISOString(), ...(details ? { details } : {}) }
  const transport = createTransport({ host, port, auth: { user, pass: password }, ignoreTLS: true })
  await transport.sendMail({
    from,
    to: { name: '', address: to },
    subject,
    html,
    text,
    headers: { [describingHeader]: Buffer.from(JSON.stringify(envelope)).toString('base64url') },
  })
}
