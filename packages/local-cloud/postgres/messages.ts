/**
 * One message of a client: `startup`, `encryption` (asks for TLS or GSSAPI), `cancel`, or the letter of its type.
 * https://www.postgresql.org/docs/current/protocol-message-formats.html
 */
export type ClientMessage = { type: string; bytes: Buffer }

/** The messages of a statement with values, up to the one that asks for its end: Sync. */
const PARTS = 'PBDECH'

/**
 * Puts the messages of one statement together, which clients send at once: so they take the database one turn
 * instead of five. The type of what is put together is that of its last message.
 * https://www.postgresql.org/docs/current/protocol-flow.html#PROTOCOL-FLOW-EXT-QUERY
 */
export function joined(messages: readonly ClientMessage[]): ClientMessage[] {
  const turns: ClientMessage[][] = []
  let goesOn = false
  for (const message of messages) {
    const isPart = PARTS.includes(message.type)
    const turn = goesOn && (isPart || message.type === 'S') ? turns.at(-1) : undefined
    if (turn) turn.push(message)
    else turns.push([message])
    goesOn = isPart
  }
  return turns.map((turn) => {
    const last = turn.at(-1)
    return { type: last?.type ?? '', bytes: Buffer.concat(turn.map(({ bytes }) => bytes)) }
  })
}

/** What the first message says in place of a type. */
const OPENINGS = new Map([
  [196_608, 'startup'],
  [80_877_103, 'encryption'],
  [80_877_104, 'encryption'],
  [80_877_102, 'cancel'],
])
const LONGEST_OPENING = 10_000
const LONGEST_MESSAGE = 64 * 1024 * 1024

/** Whether bytes are the beginning of what a client of the protocol says first. */
export function isOpening(chunk: Buffer): boolean {
  if (chunk.length < 8) return false
  const length = chunk.readInt32BE(0)
  return length >= 8 && length <= LONGEST_OPENING && OPENINGS.has(chunk.readInt32BE(4))
}

/** The database that a startup message names: https://www.postgresql.org/docs/current/protocol-message-formats.html */
export function databaseOf(startup: Buffer): string {
  const words = startup.subarray(8).toString('utf8').split('\0')
  const parameter = (name: string) => {
    const index = words.findIndex((word, at) => at % 2 === 0 && word === name)
    return index < 0 ? undefined : words[index + 1]
  }
  return parameter('database') ?? parameter('user') ?? ''
}

/** A FATAL error, after which the client has to connect again. */
export function fatalError(code: string, message: string): Buffer {
  const body = Buffer.from(`SFATAL\0VFATAL\0C${code}\0M${message}\0\0`)
  const head = Buffer.alloc(5, 'E')
  head.writeInt32BE(body.length + 4, 1)
  return Buffer.concat([head, body])
}

/** Puts the chunks of a connection together to messages. */
export class MessageReader {
  private rest: Buffer = Buffer.alloc(0)
  private started = false

  /**
   * Takes the next chunk and answers the messages that are complete with it. Throws when they are none of the
   * protocol's.
   */
  read(chunk: Buffer): ClientMessage[] {
    this.rest = this.rest.length === 0 ? chunk : Buffer.concat([this.rest, chunk])
    const messages: ClientMessage[] = []
    for (let next = this.next(); next; next = this.next()) messages.push(next)
    return messages
  }

  private next(): ClientMessage | undefined {
    return this.started ? this.typed() : this.opening()
  }

  private opening(): ClientMessage | undefined {
    if (this.rest.length < 8) return undefined
    if (!isOpening(this.rest)) throw new Error('The connection does not open as the protocol asks')
    const length = this.rest.readInt32BE(0)
    if (this.rest.length < length) return undefined
    const type = OPENINGS.get(this.rest.readInt32BE(4)) ?? ''
    this.started = type === 'startup'
    return { type, bytes: this.take(length) }
  }

  private typed(): ClientMessage | undefined {
    if (this.rest.length < 5) return undefined
    const length = this.rest.readInt32BE(1)
    if (length < 4 || length > LONGEST_MESSAGE) throw new Error('A message has an impossible length')
    if (this.rest.length < length + 1) return undefined
    return { type: String.fromCharCode(this.rest[0] ?? 0), bytes: this.take(length + 1) }
  }

  private take(length: number): Buffer {
    const bytes = this.rest.subarray(0, length)
    this.rest = this.rest.subarray(length)
    return bytes
  }
}
