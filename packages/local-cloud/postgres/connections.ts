import { createServer, type Socket } from 'node:net'
import type { PGlite } from '@electric-sql/pglite'
import { databaseOf, fatalError, joined, MessageReader } from './messages.ts'
import { type Loan, SharedSession } from './session.ts'

const MAX_CONNECTIONS = 100
/** The databases that PGlite is created with. */
const DATABASES = ['postgres', 'template1']

/** Serves PGlite to many clients of the Postgres protocol. */
export class PgliteServer {
  private readonly session: SharedSession
  private readonly log: (line: string) => void
  private readonly server = createServer((socket) => this.accept(socket))
  private readonly conversations = new Map<Socket, Promise<void>>()

  /** `panicked` is called when the database must not go on. */
  constructor(database: PGlite, log: (line: string) => void, panicked: () => void) {
    this.session = new SharedSession(database, panicked)
    this.log = log
    this.server.maxConnections = MAX_CONNECTIONS
  }

  /** Listens. Throws what the port throws. */
  listen(port: number, host: string): Promise<void> {
    return new Promise((resolve, reject) => {
      this.server.once('error', reject)
      this.server.listen({ port, host, exclusive: true }, () => resolve())
    })
  }

  /** Cuts everybody off, and resolves when the database is left alone. */
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
        // Clients that vanish are no news.
        if (!socket.errored && !socket.destroyed) this.log(`local cloud: the database gave up: ${error}`)
      })
      .finally(() => {
        socket.destroy()
        this.conversations.delete(socket)
      })
    this.conversations.set(socket, conversation)
  }

  private async converse(socket: Socket): Promise<void> {
    const reader = new MessageReader()
    const answer = (bytes: Buffer) => {
      if (socket.writable) socket.write(bytes)
    }
    let loan: Loan | undefined
    try {
      for await (const chunk of socket) {
        for (const message of joined(reader.read(chunk))) {
          if (message.type === 'encryption') answer(Buffer.from('N'))
          // There is no other process that a cancellation could reach.
          else if (message.type === 'cancel' || message.type === 'X') return
          else if (message.type === 'startup' && !DATABASES.includes(databaseOf(message.bytes))) {
            const name = databaseOf(message.bytes)
            const response = fatalError('3D000', `database "${name}" does not exist`)
            return await new Promise((sent) => socket.end(response, () => sent()))
          } else {
            loan ??= await this.session.borrow()
            // Whoever has left meanwhile wants nothing any more.
            if (socket.destroyed) return
            if (!(await loan.pass(message, answer))) continue
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
