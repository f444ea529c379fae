import pg, { type QueryResultRow } from 'pg'
import { OWN_NAME } from './relay.ts'

/** Runs one statement of the transaction it was handed out for, and answers its rows. */
export type Sql = <Row extends QueryResultRow>(text: string, values?: unknown[]) => Promise<Row[]>

/** How many connections a service holds at most. PGlite works on one transaction at a time anyway. */
const POOL_SIZE = 5

/**
 * A Postgres database, reached over its protocol. Every statement runs inside a transaction: PGlite is one session
 * shared by all connections, so nothing may be set on, or assumed of, a connection outside of one.
 */
export class Database {
  private readonly pool: pg.Pool

  /** `url` is a `postgres://` address; `log` hears of connections that break while idle. */
  constructor(url: string, log: (line: string) => void) {
    this.pool = new pg.Pool({ connectionString: url, max: POOL_SIZE, application_name: OWN_NAME })
    this.pool.on('error', (error) => log(`local cloud: an idle database connection broke: ${error.message}`))
    // One that breaks while it works tells its statement, and then its listeners: without any, that ends the process.
    this.pool.on('connect', (client) => client.on('error', () => {}))
  }

  /**
   * Runs `work` in a transaction, committed when it resolves and rolled back when it throws. Never await anything
   * slow (HTTP, hashing) inside: other clients wait meanwhile.
   */
  async transaction<Result>(work: (sql: Sql) => Promise<Result>): Promise<Result> {
    const client = await this.pool.connect()
    let broken: Error | undefined
    try {
      await client.query('begin')
      const result = await work(async <Row extends QueryResultRow>(text: string, values?: unknown[]) => {
        const { rows } = await client.query<Row>(text, values)
        return rows
      })
      await client.query('commit')
      return result
    } catch (error) {
      await client.query('rollback').catch((failure: Error) => {
        broken = failure
      })
      throw error
    } finally {
      client.release(broken)
    }
  }

  /** Closes all connections, after their transactions. */
  close(): Promise<void> {
    return this.pool.end()
  }
}

/** The SQLSTATE of a database error (https://www.postgresql.org/docs/current/errcodes-appendix.html). */
export function sqlState(error: unknown): string | undefined {
  return error instanceof pg.DatabaseError ? error.code : undefined
}

/** SQLSTATE of a value that is already taken where it must be unique. */
export const UNIQUE_VIOLATION = '23505'
/** SQLSTATE of a lock that was not free in time. */
export const LOCK_NOT_AVAILABLE = '55P03'
