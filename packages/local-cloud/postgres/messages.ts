/**
 * One message of a client. Its type is `startup`, `encryption` (a request for TLS or GSSAPI), `cancel`, or a letter.
 * https://www.postgresql.org/docs/current/protocol-message-formats.html
 */
export type ClientMessage = { type: string; bytes: Buffer }

/** The messages of a statement with values, up to Sync, which ends it. */
const partTypes = 'PBDECH'

/**
 * Joins the messages of one statement, which clients send together, so that they need one pass of the database instead
 * of five. The type of joined messages is that of the last.
 * https://www.postgresql.org/docs/current/protocol-flow.html#PROTOCOL-FLOW-EXT-QUERY
 */
export function joinMessages(messages: readonly ClientMessage[]): ClientMessage[] {
  const joined: ClientMessage[] = []
  let isOpen = false
  for (const { type, bytes } of messages) {
    const isPart = partTypes.includes(type)
    const previous = isOpen && (isPart || type === 'S') ? joined.pop() : undefined
    joined.push({ type, bytes: previous ? Buffer.concat([previous.bytes, bytes]) : bytes })
    isOpen = isPart
  }
  return joined
}

/** The codes of first messages, which have no type letter. */
const openings = new Map([
  [196_608, 'startup'],
  [80_877_103, 'encryption'],
  [80_877_104, 'encryption'],
  [80_877_102, 'cancel'],
])
const maxOpeningBytes = 10_000
const maxMessageBytes = 64 * 1024 * 1024

/** Whether bytes begin a connection of the protocol. */
export function isOpening(chunk: Buffer): boolean {
  if (chunk.length < 8) return false
  const length = chunk.readInt32BE(0)
  return length >= 8 && length <= maxOpeningBytes && openings.has(chunk.readInt32BE(4))
}

/** The database in a startup message: https://www.postgresql.org/docs/current/protocol-message-formats.html */
export function parseDatabase(startup: Buffer): string {
  const words = startup.subarray(8).toString('utf8').split('\0')
  const parameter = (name: string) => {
    const index = words.findIndex((word, at) => at % 2 === 0 && word === name)
    return index < 0 ? undefined : words[index + 1]
  }
  return parameter('database') ?? parameter('user') ?? ''
}

/** A FATAL error, which ends the connection. */
export function fatalError(code: string, message: string): Buffer {
  const body = Buffer.from(`SFATAL\0VFATAL\0C${code}\0M${message}\0\0`)
  const head = Buffer.alloc(5, 'E')
  head.writeInt32BE(body.length + 4, 1)
  return Buffer.concat([head, body])
}

/** Parses the chunks of a connection into messages. */
export class MessageReader {
  private rest: Buffer = Buffer.alloc(0)
  private isStarted = false

  /** Adds a chunk, and returns the messages that it completes. Throws when they violate the protocol. */
  read(chunk: Buffer): ClientMessage[] {
    this.rest = this.rest.length === 0 ? chunk : Buffer.concat([this.rest, chunk])
    const messages: ClientMessage[] = []
    for (let next = this.next(); next; next = this.next()) messages.push(next)
    return messages
  }

  private next(): ClientMessage | undefined {
    return this.isStarted ? this.typed() : this.opening()
  }

  private opening(): ClientMessage | undefined {
    if (this.rest.length < 8) return undefined
    if (!isOpening(this.rest)) throw new Error('The connection does not begin as the protocol requires')
    const length = this.rest.readInt32BE(0)
    if (this.rest.length < length) return undefined
    const type = openings.get(this.rest.readInt32BE(4)) ?? ''
    this.isStarted = type === 'startup'
    return { type, bytes: this.take(length) }
  }

  private typed(): ClientMessage | undefined {
    if (this.rest.length < 5) return undefined
    const length = this.rest.readInt32BE(1)
    if (length < 4 || length > maxMessageBytes) throw new Error('A message has an invalid length')
    if (this.rest.length < length + 1) return undefined
    return { type: String.fromCharCode(this.rest[0] ?? 0), bytes: this.take(length + 1) }
  }

  private take(length: number): Buffer {
    const bytes = this.rest.subarray(0, length)
    this.rest = this.rest.subarray(length)
    return bytes
  }
}
