import type { ReceivedMail } from '../support/mail.ts'
import { mails } from './authServer.ts'
import { ports } from './endpoints.ts'
import { serveSmtp } from './smtp.ts'

const receivedMails: ReceivedMail[] = []
const kindsBySubject = new Map(
  Object.entries(mails).map(([field, text]) => [text, field.replace('mailer_subjects_', '')]),
)

function parseMail(to: string, source: string): ReceivedMail {
  const headerEnd = source.indexOf('\n\n')
  const readHeader = (name: string) =>
    new RegExp(`^${name}: (.*)$`, 'im').exec(source.slice(0, headerEnd))?.[1] ?? ''
  const encodedBody = source.slice(headerEnd + 2).replace(/=\n/g, '')
  const bytes = encodedBody.replace(/=([0-9A-F]{2})/g, (_, hex) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  )
  const html = Buffer.from(bytes, 'latin1').toString()
  const [subject, from] = [readHeader('subject'), readHeader('from')]
  const kind = kindsBySubject.get(subject) ?? subject
  return { id: `${receivedMails.length}`, source: 'auth', kind, from, to, subject, html, text: '' }
}

/** Lists the emails to a recipient, or all emails if `to` is null, newest first. */
export const listMails = (to: string | null) => receivedMails.filter((mail) => to === null || mail.to === to)

/** Starts an SMTP server that stores every email. */
export const startMailbox = () =>
  serveSmtp(ports.smtp, (to, source) => receivedMails.unshift(parseMail(to, source)))
