import { createServer, type Socket } from 'node:net'
import type { PGlite } from '@electric-sql/pglite'
import { fatalError, joinMessages, MessageReader, parseDatabase } from './messages.ts'
import { type Loan, SharedSession } from './session.ts'

const maxConnections = 100
/** The databases of a new PGlite. */
const databases = ['postgres', 'template1']

/** Serves PGlite to many clients of the Postgres protocol. */
export class PgliteServer {
  private readonly session: SharedSession
  private readonly log: (line: string) => void
  private readonly server = createServer((socket) => this.accept(socket))
  private readonly conversations = new Map<Socket, Promise<void>>()

  /** `panicked` is called when the database has to stop. */
  constructor(database: PGlite, log: (line: string) => void, panicked: () => void) {
    this.session = new SharedSession(database, panicked)
    this.log = log
    this.server.maxConnections = maxConnections
  }

  /** Listens on a free port of 127.0.0.1. Resolves to the port. */
  listen(): Promise<number> {
    return new Promise((resolve, reject) => {
      this.server.once('error', reject)
      this.server.listen({ port: 0, host: '127.0.0.1' }, () => {
        const address = this.server.address()
        if (typeof address === 'object' && address) resolve(address.port)
      })
    })
  }

  /** Cuts all connections, and resolves when none uses the database. */
  async close(): Promise<void> {
    const closed = new Promise<void>((resolve) => this.server.close(() => resolve()))
    for (const socket of this.conversations.keys()) socket.destroy()
    await Promise.all(this.conversations.values())
    await closed
  }

  private accept(socket: Socket): void {
    socket.setNoDelay(true)
    socket.on('error', () => socket.destroy())
    const conversation = this.converse(socket)
      .catch((error: unknown) => {
        // A client that disconnects is no failure.
        if (!socket.errored && !socket.destroyed) this.log(`postgres: connection failed: ${error}`)
      })
      .finally(() => {
        socket.destroy()
        this.conversations.delete(socket)
      })
    this.conversations.set(socket, conversation)
  }

  private async converse(socket: Socket): Promise<void> {
    const reader = new MessageReader()
    const respond = (bytes: Buffer) => {
      if (socket.writable) socket.write(bytes)
    }
    let loan: Loan | undefined
    try {
      for await (const chunk of socket) {
        for (const message of joinMessages(reader.read(chunk))) {
          if (message.type === 'encryption') respond(Buffer.from('N'))
          // A cancellation needs another process than the one that runs the statement.
          else if (message.type === 'cancel' || message.type === 'X') return
          else if (message.type === 'startup' && !databases.includes(parseDatabase(message.bytes))) {
            const name = parseDatabase(message.bytes)
            const response = fatalError('3D000', `database "${name}" does not exist`)
            return await new Promise((sent) => socket.end(response, () => sent()))
          } else {
            loan ??= await this.session.borrow()
            // The client disconnected while it waited.
            if (socket.destroyed) return
            if (!(await loan.pass(message, respond))) continue
            await loan.end()
            loan = undefined
          }
        }
      }
    } finally {
      await loan?.end()
    }
  }
}
