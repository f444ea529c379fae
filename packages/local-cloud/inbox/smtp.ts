import { buffer } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import PostalMime from 'postal-mime'
import { SMTPServer, type SMTPServerEnvelope } from 'smtp-server'
import { isRecord } from '../http/body.ts'
import type { Fault } from '../http/faults.ts'
import { listen } from '../http/listen.ts'
import { isSameSecret } from '../http/secrets.ts'
import type { Inbox, OutgoingMail } from './inbox.ts'

/** The credentials of clients. */
export type SmtpAccount = { user: string; password: string }

/** The header in which a vendor of the cloud describes its own email: base64url of {@link Envelope} as JSON. */
export const describingHeader = 'X-Local-Cloud'

/** The vendor, the template, and the vendor's time, which the email itself does not contain. */
export type Envelope = Pick<OutgoingMail, 'source' | 'kind' | 'details'> & { at: string }

/** Bytes of an email, attachments included. */
const sizeLimit = 2 * 1024 * 1024

/** After this time, `close` cuts open connections. */
const closeGraceMs = 200

/** An error with the reply code that the client receives. https://www.rfc-editor.org/rfc/rfc5321#section-4.2.1 */
const reply = (responseCode: number, text: string) => Object.assign(new Error(text), { responseCode })

/** @returns undefined for an email that was not sent by a vendor of the cloud */
function parseEnvelope(value: string | undefined): Envelope | undefined {
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
  const envelope = parseEnvelope(header(describingHeader))
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

/** Delivers an email under a fault. Throws the error reply that the client receives instead of "250". */
async function deliverUnder(fault: Fault | undefined, deliver: () => void): Promise<void> {
  if (fault?.delayMs) await wait(fault.delayMs)
  if (fault?.status !== undefined) throw reply(fault.status, 'Fault of the control API')
  if (fault?.lose === 'request') throw reply(421, 'Connection lost')
  deliver()
  if (fault?.lose === 'answer') throw reply(421, 'Connection lost')
}

/**
 * Serves SMTP on 127.0.0.1: stores every email of the account in the inbox, once for each recipient.
 *
 * @throws StartError when the port is in use
 */
export async function serveSmtp(options: {
  port: number
  account: SmtpAccount
  inbox: Inbox
  takeFault: () => Fault | undefined
  log: (line: string) => void
}): Promise<{ close(): Promise<void> }> {
  const { port, account, inbox, takeFault, log } = options
  const receive = async (source: Buffer, recipients: SMTPServerEnvelope['rcptTo']) => {
    const { mail, at } = await readMail(source)
    await deliverUnder(takeFault(), () => {
      for (const { address } of recipients) inbox.deliver({ ...mail, to: address }, at)
    })
  }
  const server = new SMTPServer({
    name: 'localhost',
    size: sizeLimit,
    // Loopback needs no encryption.
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    closeTimeout: closeGraceMs,
    onAuth({ username, password }, _session, callback) {
      if (isSameSecret(username ?? '', account.user) && isSameSecret(password ?? '', account.password)) {
        return callback(null, { user: account.user })
      }
      callback(reply(535, 'Authentication failed'))
    },
    onData(stream, { envelope }, callback) {
      buffer(stream)
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
  await listen(server.server, '127.0.0.1', port)
  return { close: () => new Promise((resolve) => server.close(() => resolve())) }
}
