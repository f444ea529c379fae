/**
 * One message from a client. Its type is `startup`, `encryption` (a request for TLS or GSSAPI), `cancel`, or a letter.
 * https://www.postgresql.org/docs/current/protocol-message-formats.html
 */
export type ClientMessage = { type: string; bytes: Buffer }

/** The message types of an extended query. A Sync message (`S`) ends the query. */
const extendedQueryTypes = 'PBDECH'

/**
 * Joins the messages of each extended query, which clients send together. The database then processes them in one call
 * instead of five. Joined messages have the type of the last one.
 * https://www.postgresql.org/docs/current/protocol-flow.html#PROTOCOL-FLOW-EXT-QUERY
 */
export function joinMessages(messages: readonly ClientMessage[]): ClientMessage[] {
  const joined: ClientMessage[] = []
  let isStatementOpen = false
  for (const { type, bytes } of messages) {
    const isStatementPart = extendedQueryTypes.includes(type)
    const previous = isStatementOpen && (isStatementPart || type === 'S') ? joined.pop() : undefined
    joined.push({ type, bytes: previous ? Buffer.concat([previous.bytes, bytes]) : bytes })
    isStatementOpen = isStatementPart
  }
  return joined
}

/** The types of a connection's initial messages, which have no type letter, keyed by their code. */
const initialMessageTypes = new Map([
  [196_608, 'startup'],
  [80_877_103, 'encryption'],
  [80_877_104, 'encryption'],
  [80_877_102, 'cancel'],
])
const maxInitialMessageBytes = 10_000
const maxMessageBytes = 64 * 1024 * 1024

/** Whether bytes begin with the length and the code (8 bytes) of an initial message. */
export function isInitialMessage(chunk: Buffer): boolean {
  if (chunk.length < 8) return false
  const length = chunk.readInt32BE(0)
  return length >= 8 && length <= maxInitialMessageBytes && initialMessageTypes.has(chunk.readInt32BE(4))
}

/** A startup message: the database name (by default the user name) and the settings in `options` (`-c name=value`). */
export type Startup = { databaseName: string; settings: { name: string; value: string }[] }

/** Parses a startup message: https://www.postgresql.org/docs/current/protocol-message-formats.html */
export function parseStartup(startup: Buffer): Startup {
  const strings = startup.subarray(8).toString('utf8').split('\0')
  const getParameter = (name: string) => {
    const index = strings.findIndex((text, position) => position % 2 === 0 && text === name)
    return index < 0 ? undefined : strings[index + 1]
  }
  const settings = (getParameter('options') ?? '').matchAll(/-c\s*([\w.]+)=(\S*)/g)
  return {
    databaseName: getParameter('database') ?? getParameter('user') ?? '',
    settings: Array.from(settings, ([, name = '', value = '']) => ({ name, value })),
  }
}

/** Encodes a FATAL error, which ends the connection. */
export function encodeFatalError(code: string, message: string): Buffer {
  const body = Buffer.from(`SFATAL\0VFATAL\0C${code}\0M${message}\0\0`)
  const header = Buffer.alloc(5, 'E')
  header.writeInt32BE(body.length + 4, 1)
  return Buffer.concat([header, body])
}

/** Parses a connection's chunks into messages. */
export class MessageReader {
  private unread: Buffer = Buffer.alloc(0)
  private isStarted = false

  /** Adds a chunk. Returns the messages that are now complete. Throws when a message violates the protocol. */
  read(chunk: Buffer): ClientMessage[] {
    this.unread = this.unread.length === 0 ? chunk : Buffer.concat([this.unread, chunk])
    const messages: ClientMessage[] = []
    for (let message = this.readMessage(); message; message = this.readMessage()) messages.push(message)
    return messages
  }

  private readMessage(): ClientMessage | undefined {
    return this.isStarted ? this.readTypedMessage() : this.readInitialMessage()
  }

  private readInitialMessage(): ClientMessage | undefined {
    if (this.unread.length < 8) return undefined
    if (!isInitialMessage(this.unread))
      throw new Error('The connection does not begin with a message of the Postgres protocol')
    const length = this.unread.readInt32BE(0)
    if (this.unread.length < length) return undefined
    const type = initialMessageTypes.get(this.unread.readInt32BE(4)) ?? ''
    this.isStarted = type === 'startup'
    return { type, bytes: this.take(length) }
  }

  private readTypedMessage(): ClientMessage | undefined {
    if (this.unread.length < 5) return undefined
    const length = this.unread.readInt32BE(1)
    if (length < 4 || length > maxMessageBytes) throw new Error('A message has an invalid length')
    if (this.unread.length < length + 1) return undefined
    return { type: String.fromCharCode(this.unread[0] ?? 0), bytes: this.take(length + 1) }
  }

  private take(length: number): Buffer {
    const bytes = this.unread.subarray(0, length)
    this.unread = this.unread.subarray(length)
    return bytes
  }
}
