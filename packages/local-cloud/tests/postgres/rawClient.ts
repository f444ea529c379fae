import { connect, type Socket } from 'node:net'

const integer = (value: number) => {
  const bytes = Buffer.alloc(4)
  bytes.writeInt32BE(value)
  return bytes
}
const text = (value: string) => Buffer.from(`${value}\0`)
const framed = (...parts: Buffer[]) => {
  const body = Buffer.concat(parts)
  return Buffer.concat([integer(body.length + 4), body])
}
const message = (type: string, ...parts: Buffer[]) => Buffer.concat([Buffer.from(type), framed(...parts)])
const none = Buffer.alloc(2)

/** Messages of a client: https://www.postgresql.org/docs/current/protocol-message-formats.html */
export const say = {
  startup: (user: string) => framed(Buffer.from([0, 3, 0, 0]), text('user'), text(user), text('')),
  /** Prepares the statement without a name. */
  parse: (statement: string) => message('P', text(''), text(statement), none),
  bind: () => message('B', text(''), text(''), none, none, none),
  execute: () => message('E', text(''), integer(0)),
  flush: () => message('H'),
  sync: () => message('S'),
}

/** A client that sends single messages, which no package does. */
export class RawClient {
  private readonly socket: Socket
  private readonly types: string[] = []
  private pending = Buffer.alloc(0)
  private wake: () => void = () => {}

  private constructor(socket: Socket) {
    this.socket = socket
    socket.on('data', (chunk) => {
      this.pending = Buffer.concat([this.pending, Buffer.from(chunk)])
      while (this.pending.length >= 5 && this.pending.length > this.pending.readInt32BE(1)) {
        this.types.push(String.fromCharCode(this.pending[0] ?? 0))
        this.pending = this.pending.subarray(this.pending.readInt32BE(1) + 1)
      }
      this.wake()
    })
  }

  /** Connects to a database without a password. */
  static async open(url: string): Promise<RawClient> {
    const { hostname, port, username } = new URL(url)
    const client = new RawClient(connect({ host: hostname, port: Number(port) }))
    await client.request('Z', say.startup(username))
    return client
  }

  /** Sends messages. Resolves to the types of the responses up to the type `last`. */
  async request(last: string, ...messages: Buffer[]): Promise<string> {
    this.socket.write(Buffer.concat(messages))
    while (!this.types.includes(last)) {
      await new Promise<void>((resolve) => {
        this.wake = resolve
      })
    }
    return this.types.splice(0, this.types.indexOf(last) + 1).join('')
  }

  /** Disconnects without a message. */
  disconnect(): void {
    this.socket.destroy()
  }
}
