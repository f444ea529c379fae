import { buffer } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import PostalMime from 'postal-mime'
import { SMTPServer, type SMTPServerEnvelope } from 'smtp-server'
import type { Fault } from '../http/faults.ts'
import { listen } from '../http/listen.ts'
import { isSameSecret } from '../http/secrets.ts'
import type { Inbox, OutgoingMail } from './inbox.ts'

export type SmtpAccount = { user: string; password: string }

/** The maximum size of an email, including its attachments. */
const maxBytes = 2 * 1024 * 1024

/** How long `close` waits before it terminates open connections. */
const closeGraceMs = 200

/** Creates an error with the reply code that the client receives. https://www.rfc-editor.org/rfc/rfc5321#section-4.2.1 */
const createReplyError = (responseCode: number, text: string) =>
  Object.assign(new Error(text), { responseCode })

async function readMail(source: Uint8Array): Promise<Omit<OutgoingMail, 'to'>> {
  const { headers, from, replyTo, subject, html, text, messageId } = await PostalMime.parse(source)
  const listUnsubscribe = headers.find(({ key }) => key === 'list-unsubscribe')?.value
  const replyToEmail = replyTo?.[0]?.address
  return {
    source: 'smtp',
    kind: 'message',
    from: from?.name ? `${from.name} <${from.address}>` : (from?.address ?? ''),
    ...(replyToEmail ? { replyTo: replyToEmail } : {}),
    subject: subject ?? '',
    // Some encodings end each part with a line break.
    html: html?.trimEnd() ?? '',
    text: text?.trimEnd() ?? '',
    details: { messageId, ...(listUnsubscribe ? { listUnsubscribe } : {}) },
  }
}

/**
 * Delivers an email unless the fault prevents it. Throws the error reply that an SMTP client receives instead of "250".
 */
export async function deliverWithFault(fault: Fault | undefined, deliver: () => void): Promise<void> {
  if (fault?.delayMs) await wait(fault.delayMs)
  if (fault?.status !== undefined) throw createReplyError(fault.status, 'Fault injected by the control API')
  if (fault?.lose === 'request') throw createReplyError(421, 'Connection lost')
  deliver()
  if (fault?.lose === 'response') throw createReplyError(421, 'Connection lost')
}

/**
 * Serves SMTP on 127.0.0.1. Stores each email in the inbox, once for each recipient.
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
    const mail = await readMail(source)
    await deliverWithFault(takeFault(), () => {
      for (const { address } of recipients) inbox.deliver({ ...mail, to: address })
    })
  }
  const server = new SMTPServer({
    name: 'localhost',
    size: maxBytes,
    // The server accepts only loopback connections, which need no encryption.
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    closeTimeout: closeGraceMs,
    onAuth({ username, password }, _session, callback) {
      if (isSameSecret(username ?? '', account.user) && isSameSecret(password ?? '', account.password)) {
        return callback(null, { user: account.user })
      }
      callback(createReplyError(535, 'Authentication failed'))
    },
    onData(stream, { envelope }, callback) {
      buffer(stream)
        .then((source) => {
          if (stream.sizeExceeded) throw createReplyError(552, 'Message exceeds fixed maximum message size')
          return receive(source, envelope.rcptTo)
        })
        .then(
          () => callback(),
          (error: Error) => {
            if (!('responseCode' in error)) log(`smtp: receive failed: ${error.stack ?? error.message}`)
            callback('responseCode' in error ? error : createReplyError(451, 'Internal error'))
          },
        )
    },
  })
  // Without a listener, an error from a disconnected client would end the process.
  server.on('error', () => {})
  await listen(server.server, '127.0.0.1', port)
  return { close: () => new Promise((resolve) => server.close(() => resolve())) }
}
