import { createServer, type Socket } from 'node:net'
import type { PGlite } from '@electric-sql/pglite'
import { encodeFatalError, joinMessages, MessageReader, parseStartup, type Startup } from './messages.ts'
import { type ExclusiveSession, SharedSession } from './session.ts'

const maxConnections = 100
/** The names of databases that clients can connect to. */
const databaseNames = ['postgres', 'template1']

/** Serves PGlite to many clients over the Postgres protocol. */
export class PgliteServer {
  private readonly session: SharedSession
  private readonly log: (line: string) => void
  private readonly server = createServer((socket) => this.accept(socket))
  private readonly connections = new Map<Socket, Promise<void>>()

  /** `onPanic` is called after an error that requires a restart of the database. */
  constructor(database: PGlite, log: (line: string) => void, onPanic: () => void) {
    this.session = new SharedSession(database, onPanic)
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

  /** Closes all connections. Resolves when none of them uses the database anymore. */
  async close(): Promise<void> {
    const closed = new Promise<void>((resolve) => this.server.close(() => resolve()))
    for (const socket of this.connections.keys()) socket.destroy()
    await Promise.all(this.connections.values())
    await closed
  }

  private accept(socket: Socket): void {
    socket.setNoDelay(true)
    socket.on('error', () => socket.destroy())
    const connection = this.serveConnection(socket)
      .catch((error: unknown) => {
        // A disconnected client is not a failure.
        if (!socket.errored && !socket.destroyed) this.log(`postgres: connection failed: ${error}`)
      })
      .finally(() => {
        socket.destroy()
        this.connections.delete(socket)
      })
    this.connections.set(socket, connection)
  }

  private async serveConnection(socket: Socket): Promise<void> {
    const reader = new MessageReader()
    const respond = (bytes: Buffer) => {
      if (socket.writable) socket.write(bytes)
    }
    let startup: Startup = { databaseName: '', settings: [] }
    let exclusiveSession: ExclusiveSession | undefined
    try {
      for await (const chunk of socket) {
        for (const message of joinMessages(reader.read(chunk))) {
          if (message.type === 'startup') startup = parseStartup(message.bytes)
          if (message.type === 'encryption') respond(Buffer.from('N'))
          // A running statement cannot be canceled: it blocks PGlite's only thread. X is Terminate.
          else if (message.type === 'cancel' || message.type === 'X') return
          else if (!databaseNames.includes(startup.databaseName)) {
            const response = encodeFatalError('3D000', `database "${startup.databaseName}" does not exist`)
            return await new Promise((resolve) => socket.end(response, () => resolve()))
          } else {
            exclusiveSession ??= await this.session.acquire(startup)
            // The client disconnected while it waited for the session.
            if (socket.destroyed) return
            if (!(await exclusiveSession.execute(message, respond))) continue
            await exclusiveSession.release()
            exclusiveSession = undefined
          }
        }
      }
    } finally {
      await exclusiveSession?.release()
    }
  }
}
