import type { PGlite } from '@electric-sql/pglite'
import type { ClientMessage } from './messages.ts'

/** After these messages the database may have finished a request, which it then reports with ReadyForQuery. */
const lastMessages = ['startup', 'Q', 'S', 'F', 'c', 'f']
const ready = Buffer.from([0x5a, 0, 0, 0, 5])
/** Part of an error after which PostgreSQL's memory is unreliable, such as a failed write of its journal. */
const panic = Buffer.from('VPANIC\0')
/** CopyFail and Sync: they end any unfinished request. */
const abandon = Buffer.from([0x66, 0, 0, 0, 5, 0, 0x53, 0, 0, 0, 4])

/**
 * PGlite's one session, lent to one connection at a time. A statement with values is several messages, and a transaction
 * several statements: a message between them would replace another client's unnamed statement or join its transaction.
 * So a connection holds the session from its first message until the database is ready without an open transaction.
 */
export class SharedSession {
  private readonly database: PGlite
  private readonly panicked: () => void
  private last: Promise<void> = Promise.resolve()

  /** `panicked` is called when the database has to restart from its journal. */
  constructor(database: PGlite, panicked: () => void) {
    this.database = database
    this.panicked = panicked
  }

  /** Lends the session after all earlier borrowers. */
  async borrow(): Promise<Loan> {
    const before = this.last
    const { promise, resolve: release } = Promise.withResolvers<void>()
    this.last = promise
    await before
    return new Loan(this.database, release, this.panicked)
  }
}

/** The session, lent to one connection. */
export class Loan {
  private readonly database: PGlite
  private readonly release: () => void
  private readonly panicked: () => void
  private isFinished = true

  constructor(database: PGlite, release: () => void, panicked: () => void) {
    this.database = database
    this.release = release
    this.panicked = panicked
  }

  /**
   * Passes a message, or several of one statement, to the database, and its responses to `respond`. Resolves to whether
   * the client's request and transaction are finished, so that the session can be released.
   */
  async pass({ type, bytes }: ClientMessage, respond: (bytes: Buffer) => void): Promise<boolean> {
    let tail = Buffer.alloc(0)
    this.isFinished = false
    await this.database.execProtocolRawStream(bytes, {
      onRawData: (data) => {
        const chunk = Buffer.from(data)
        if (chunk.includes(panic)) this.panicked()
        respond(chunk)
        tail = Buffer.concat([tail, chunk.subarray(-6)]).subarray(-6)
      },
    })
    this.isFinished = lastMessages.includes(type) && tail.subarray(0, 5).equals(ready)
    return this.isFinished && !this.database.isInTransaction()
  }

  /** Rolls back the client's unfinished work, and releases the session. */
  async end(): Promise<void> {
    try {
      if (!this.isFinished) await this.database.execProtocolRawStream(abandon, { onRawData: () => {} })
      if (this.database.isInTransaction()) await this.database.exec('rollback')
    } finally {
      this.release()
    }
  }
}
