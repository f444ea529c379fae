import { timingSafeEqual } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import PostalMime from 'postal-mime'
import { SMTPServer, type SMTPServerAddress } from 'smtp-server'
import { StartError } from '../config.ts'
import { isRecord } from '../http/body.ts'
import type { Fault } from '../http/faults.ts'
import type { Inbox, OutgoingMail } from './inbox.ts'

/** Who may send: one account, as at a mail service. */
export type SmtpAccount = { user: string; password: string }

/** The header in which a vendor of the cloud describes its own email: base64url of {@link Envelope} as JSON. */
export const describingHeader = 'X-Local-Cloud'

/** What cannot be read from an email itself: the vendor, the template, and the vendor's time. */
export type Envelope = Pick<OutgoingMail, 'source' | 'kind' | 'details'> & { at: string }

/** Bytes of an email, attachments included. */
const SIZE_LIMIT = 2 * 1024 * 1024

/** After this long, open connections are cut when shutting down. Milliseconds. */
const CLOSE_GRACE = 200

/** A reply by which the client knows whether to try again. https://www.rfc-editor.org/rfc/rfc5321#section-4.2.1 */
const reply = (responseCode: number, text: string) => Object.assign(new Error(text), { responseCode })

function isSame(given: string | null | undefined, expected: string): boolean {
  const [one, other] = [Buffer.from(given ?? ''), Buffer.from(expected)]
  return one.length === other.length && timingSafeEqual(one, other)
}

/** @returns undefined for an email that no vendor of the cloud has sent */
function envelopeFrom(value: string | undefined): Envelope | undefined {
  if (value === undefined) return undefined
  const parsed: unknown = JSON.parse(Buffer.from(value.replace(/\s/g, ''), 'base64url').toString())
  if (!isRecord(parsed)) return undefined
  const { source, kind, details, at } = parsed
  if (source !== 'auth' || typeof kind !== 'string' || typeof at !== 'string') return undefined
  return { source, kind, at, ...(isRecord(details) ? { details } : {}) }
}

async function readMail(source: Uint8Array): Promise<{ mail: Omit<OutgoingMail, 'to'>; at: Date }> {
  const { headers, from, replyTo, subject, html, text, messageId } = await PostalMime.parse(source)
  const header = (name: string) => headers.find(({ key }) => key === name.toLowerCase())?.value
  const envelope = envelopeFrom(header(describingHeader))
  const unsubscribe = header('List-Unsubscribe')
  const reply = replyTo?.[0]?.address
  return {
    mail: {
      source: envelope?.source ?? 'smtp',
      kind: envelope?.kind ?? 'message',
      from: from?.name ? `${from.name} <${from.address}>` : (from?.address ?? ''),
      ...(reply ? { replyTo: reply } : {}),
      subject: subject ?? '',
      // Some encodings end each part with a line break.
      html: html?.trimEnd() ?? '',
      text: text?.trimEnd() ?? '',
      details: envelope?.details ?? { messageId, ...(unsubscribe ? { listUnsubscribe: unsubscribe } : {}) },
    },
    at: envelope ? new Date(envelope.at) : new Date(),
  }
}

async function readAll(stream: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of stream) chunks.push(chunk)
  return Buffer.concat(chunks)
}

/** Carries an email out as a fault in force says. Throws the reply that the client gets instead of "250". */
async function underFault(fault: Fault | undefined, deliver: () => void): Promise<void> {
  if (fault?.delayMs) await wait(fault.delayMs)
  if (fault?.status !== undefined) throw reply(fault.status, 'Fault of the control API')
  if (fault?.lose === 'request') throw reply(421, 'Connection lost')
  deliver()
  if (fault?.lose === 'answer') throw reply(421, 'Connection lost')
}

/**
 * Serves SMTP on 127.0.0.1: every email of the account lands in the inbox, once for each recipient.
 *
 * @throws StartError when the port is taken
 */
export async function serveSmtp(options: {
  port: number
  account: SmtpAccount
  inbox: Inbox
  takeFault: () => Fault | undefined
  log: (line: string) => void
}): Promise<{ close(): Promise<void> }> {
  const { port, account, inbox, takeFault, log } = options
  const receive = async (source: Buffer, recipients: readonly SMTPServerAddress[]) => {
    const { mail, at } = await readMail(source)
    await underFault(takeFault(), () => {
      for (const { address } of recipients) inbox.deliver({ ...mail, to: address }, at)
    })
  }
  const server = new SMTPServer({
    name: 'localhost',
    size: SIZE_LIMIT,
    // Nothing leaves this machine, so nothing is encrypted.
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    closeTimeout: CLOSE_GRACE,
    onAuth({ username, password }, _session, callback) {
      if (isSame(username, account.user) && isSame(password, account.password)) {
        return callback(null, { user: account.user })
      }
      callback(reply(535, 'Authentication failed'))
    },
    onData(stream, { envelope }, callback) {
      readAll(stream)
        .then((source) => {
          if (stream.sizeExceeded) throw reply(552, 'Message exceeds fixed maximum message size')
          return receive(source, envelope.rcptTo)
        })
        .then(
          () => callback(),
          (error: Error) => {
            if (!('responseCode' in error)) log(`smtp: receive failed: ${error.stack ?? error.message}`)
            callback('responseCode' in error ? error : reply(451, 'Internal error'))
          },
        )
    },
  })
  // Without a listener, a client that disconnects would end the process.
  server.on('error', () => {})
  await new Promise<void>((resolve, reject) => {
    server.server.once('error', (error) => {
      const isTaken = 'code' in error && error.code === 'EADDRINUSE'
      reject(
        isTaken
          ? new StartError(
              `Port ${port} is taken: stop what listens on it, or set LOCAL_PORT_BASE to another number.`,
            )
          : error,
      )
    })
    server.listen({ host: '127.0.0.1', port, exclusive: true }, resolve)
  })
  return { close: () => new Promise((resolve) => server.close(() => resolve())) }
}
