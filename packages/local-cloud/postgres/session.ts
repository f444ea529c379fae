import type { PGlite } from '@electric-sql/pglite'
import type { ClientMessage } from './messages.ts'

/** After these the database may be done with what a client asked for, and then says so with ReadyForQuery. */
const LAST_MESSAGES = ['startup', 'Q', 'S', 'F', 'c', 'f']
const READY = Buffer.from([0x5a, 0, 0, 0, 5])
/** In an error after which the memory of PostgreSQL is not to be trusted, as when its journal cannot be written. */
const PANIC = Buffer.from('VPANIC\0')
/** CopyFail and Sync: they end whatever a client has left unfinished. */
const ABANDON = Buffer.from([0x66, 0, 0, 0, 5, 0, 0x53, 0, 0, 0, 4])

/**
 * PGlite's one session, lent to one connection at a time. A statement with values is several messages, and a
 * transaction several statements: whoever gets between them would replace the unnamed statement of another or end up
 * in their transaction. So a connection keeps the session from its first message until the database is ready again,
 * with no transaction open.
 */
export class SharedSession {
  private readonly database: PGlite
  private readonly panicked: () => void
  private last: Promise<void> = Promise.resolve()

  /** `panicked` is called when the database must not go on: only a new start, which reads its journal, helps. */
  constructor(database: PGlite, panicked: () => void) {
    this.database = database
    this.panicked = panicked
  }

  /** Waits for everybody who came before, then lends the session. */
  async borrow(): Promise<Loan> {
    const before = this.last
    let giveBack = () => {}
    this.last = new Promise((resolve) => {
      giveBack = resolve
    })
    await before
    return new Loan(this.database, giveBack, this.panicked)
  }
}

/** The session, in the hands of one connection. */
export class Loan {
  private readonly database: PGlite
  private readonly giveBack: () => void
  private readonly panicked: () => void
  private finished = true

  constructor(database: PGlite, giveBack: () => void, panicked: () => void) {
    this.database = database
    this.giveBack = giveBack
    this.panicked = panicked
  }

  /**
   * Hands a message, or several of one statement, to the database, and what it answers to `answer`. Answers whether the
   * client is through with what it began, so that others may have the session.
   */
  async pass({ type, bytes }: ClientMessage, answer: (bytes: Buffer) => void): Promise<boolean> {
    let tail = Buffer.alloc(0)
    this.finished = false
    await this.database.execProtocolRawStream(bytes, {
      onRawData: (data) => {
        const chunk = Buffer.from(data)
        if (chunk.includes(PANIC)) this.panicked()
        answer(chunk)
        tail = Buffer.concat([tail, chunk.subarray(-6)]).subarray(-6)
      },
    })
    this.finished = LAST_MESSAGES.includes(type) && tail.subarray(0, 5).equals(READY)
    return this.finished && !this.database.isInTransaction()
  }

  /** Takes back what the client has not finished, and lets the others have the session. */
  async end(): Promise<void> {
    try {
      if (!this.finished) await this.database.execProtocolRawStream(ABANDON, { onRawData: () => {} })
      if (this.database.isInTransaction()) await this.database.exec('rollback')
    } finally {
      this.giveBack()
    }
  }
}
