import type { PGlite } from '@electric-sql/pglite'
import type { ClientMessage, Startup } from './messages.ts'

/** The types of messages after which the database may report with ReadyForQuery that it has finished a request. */
const requestEndTypes = ['startup', 'Q', 'S', 'F', 'c', 'f']
const readyForQuery = Buffer.from([0x5a, 0, 0, 0, 5])
/** Marks an error after which PostgreSQL's memory is unreliable, such as a failed write of the write-ahead log. */
const panicSeverity = Buffer.from('VPANIC\0')
/** CopyFail and Sync, which end any unfinished request. */
const abandonMessages = Buffer.from([0x66, 0, 0, 0, 5, 0, 0x53, 0, 0, 0, 4])

/**
 * PGlite's only session, which one connection at a time can hold. A parameterized statement consists of several
 * messages, and a transaction of several statements. Another client's message between them would replace the unnamed
 * statement or run in the wrong transaction. So a connection holds the session from its first message until the
 * database is ready for a query and no transaction is open. The next connection starts with its own settings.
 */
export class SharedSession {
  private readonly database: PGlite
  private readonly onPanic: () => void
  private lastRelease: Promise<void> = Promise.resolve()
  private lastConnection: Startup | undefined

  /** `onPanic` is called when the database has to restart from its write-ahead log. */
  constructor(database: PGlite, onPanic: () => void) {
    this.database = database
    this.onPanic = onPanic
  }

  /**
   * Resolves when all earlier connections have released the session. Pass the startup message that
   * the connection sent, as the same object in each call. Rejects when one of the message's settings is invalid.
   */
  async acquire(connection: Startup): Promise<ExclusiveSession> {
    const previousRelease = this.lastRelease
    const { promise, resolve: release } = Promise.withResolvers<void>()
    this.lastRelease = promise
    await previousRelease
    try {
      if (connection !== this.lastConnection) await this.resetSettings(connection)
    } catch (error) {
      release()
      throw error
    }
    return new ExclusiveSession(this.database, release, this.onPanic)
  }

  /** Resets the last connection's role and settings, and applies the new one's. Keeps prepared statements for reuse. */
  private async resetSettings(connection: Startup): Promise<void> {
    this.lastConnection = connection
    await this.database.exec('set session authorization postgres; set role none; reset all')
    for (const { name, value } of connection.settings)
      await this.database.query('select set_config($1, $2, false)', [name, value])
  }
}

/** The session while one connection holds it. */
export class ExclusiveSession {
  private readonly database: PGlite
  private readonly onRelease: () => void
  private readonly onPanic: () => void
  private isFinished = true

  constructor(database: PGlite, onRelease: () => void, onPanic: () => void) {
    this.database = database
    this.onRelease = onRelease
    this.onPanic = onPanic
  }

  /**
   * Sends a message, or the joined messages of a statement, to the database, and passes the responses to `respond`.
   * Resolves to true when the client's request and transaction are finished, so that the session can be released.
   */
  async execute({ type, bytes }: ClientMessage, respond: (bytes: Buffer) => void): Promise<boolean> {
    let lastBytes = Buffer.alloc(0)
    this.isFinished = false
    await this.database.execProtocolRawStream(bytes, {
      onRawData: (data) => {
        const chunk = Buffer.from(data)
        if (chunk.includes(panicSeverity)) this.onPanic()
        respond(chunk)
        lastBytes = Buffer.concat([lastBytes, chunk.subarray(-6)]).subarray(-6)
      },
    })
    this.isFinished = requestEndTypes.includes(type) && lastBytes.subarray(0, 5).equals(readyForQuery)
    return this.isFinished && !this.database.isInTransaction()
  }

  /** Rolls back the client's unfinished work, and releases the session. */
  async release(): Promise<void> {
    try {
      if (!this.isFinished)
        await this.database.execProtocolRawStream(abandonMessages, { onRawData: () => {} })
      if (this.database.isInTransaction()) await this.database.exec('rollback')
    } finally {
      this.onRelease()
    }
  }
}
