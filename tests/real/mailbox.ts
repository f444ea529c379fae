import type { ReceivedMail } from '../support/mail.ts'
import { mails } from './authServer.ts'
import { ports } from './endpoints.ts'
import { serveSmtp } from './smtp.ts'

const received: ReceivedMail[] = []
const kinds = new Map(
  Object.entries(mails).map(([field, text]) => [text, field.replace('mailer_subjects_', '')]),
)

function parseMail(to: string, source: string): ReceivedMail {
  const end = source.indexOf('\n\n')
  const header = (name: string) => new RegExp(`^${name}: (.*)$`, 'im').exec(source.slice(0, end))?.[1] ?? ''
  const unwrapped = source.slice(end + 2).replace(/=\n/g, '')
  const bytes = unwrapped.replace(/=([0-9A-F]{2})/g, (_, hex) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  )
  const html = Buffer.from(bytes, 'latin1').toString()
  const text = html.replace(/<style[\s\S]*?<\/style>/g, '').replace(/<[^>]+>/g, ' ')
  const [subject, from] = [header('subject'), header('from')]
  const kind = kinds.get(subject) ?? subject
  return { id: `${received.length}`, source: 'auth', kind, from, to, subject, html, text }
}

/** The emails to a recipient, or all, newest first. */
export const listMails = (to: string | null) => received.filter((mail) => to === null || mail.to === to)

/** Starts an SMTP server that stores every email. */
export const startMailbox = () =>
  serveSmtp(ports.smtp, (to, source) => received.unshift(parseMail(to, source)))
