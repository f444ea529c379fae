import { connect, type Socket } from 'node:net'

const encodeInteger = (value: number) => {
  const bytes = Buffer.alloc(4)
  bytes.writeInt32BE(value)
  return bytes
}
const encodeText = (value: string) => Buffer.from(`${value}\0`)
const withLength = (...parts: Buffer[]) => {
  const body = Buffer.concat(parts)
  return Buffer.concat([encodeInteger(body.length + 4), body])
}
const createMessage = (type: string, ...parts: Buffer[]) =>
  Buffer.concat([Buffer.from(type), withLength(...parts)])
/** A list without entries: a 16-bit count of zero. */
const emptyList = Buffer.alloc(2)

/** Creates a client's messages: https://www.postgresql.org/docs/current/protocol-message-formats.html */
export const messages = {
  startup: (user: string) =>
    withLength(Buffer.from([0, 3, 0, 0]), encodeText('user'), encodeText(user), encodeText('')),
  /** Prepares the unnamed statement. */
  parse: (statement: string) => createMessage('P', encodeText(''), encodeText(statement), emptyList),
  bind: () => createMessage('B', encodeText(''), encodeText(''), emptyList, emptyList, emptyList),
  execute: () => createMessage('E', encodeText(''), encodeInteger(0)),
  flush: () => createMessage('H'),
  sync: () => createMessage('S'),
}

/** A PostgreSQL client that can send the messages of a statement one by one. */
export class RawClient {
  private readonly socket: Socket
  private readonly receivedTypes: string[] = []
  private unparsed = Buffer.alloc(0)
  private notifyReceived: () => void = () => {}

  private constructor(socket: Socket) {
    this.socket = socket
    socket.on('data', (chunk) => {
      this.unparsed = Buffer.concat([this.unparsed, Buffer.from(chunk)])
      while (this.unparsed.length >= 5 && this.unparsed.length > this.unparsed.readInt32BE(1)) {
        this.receivedTypes.push(String.fromCharCode(this.unparsed[0] ?? 0))
        this.unparsed = this.unparsed.subarray(this.unparsed.readInt32BE(1) + 1)
      }
      this.notifyReceived()
    })
  }

  /** Connects to the server of a URL, to the default database of the URL's user, without a password. */
  static async open(url: string): Promise<RawClient> {
    const { hostname, port, username } = new URL(url)
    const client = new RawClient(connect({ host: hostname, port: Number(port) }))
    await client.request('Z', messages.startup(username))
    return client
  }

  /** Sends messages. Resolves to the types of the responses, up to the first of the type `lastType`. */
  async request(lastType: string, ...requests: Buffer[]): Promise<string> {
    this.socket.write(Buffer.concat(requests))
    while (!this.receivedTypes.includes(lastType)) {
      await new Promise<void>((resolve) => {
        this.notifyReceived = resolve
      })
    }
    return this.receivedTypes.splice(0, this.receivedTypes.indexOf(lastType) + 1).join('')
  }

  /** Disconnects without the protocol's Terminate message. */
  disconnect(): void {
    this.socket.destroy()
  }
}
