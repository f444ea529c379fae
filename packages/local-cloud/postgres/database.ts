import pg, { type QueryResultRow } from 'pg'
import { OWN_APPLICATION_NAME } from './relay.ts'

/** Runs a statement in a transaction. Resolves to its rows. */
export type Sql = <Row extends QueryResultRow>(text: string, values?: unknown[]) => Promise<Row[]>

/** Small, since PGlite runs one transaction at a time. */
const poolSize = 5

/**
 * A client of a Postgres database. Every statement runs in a transaction: all connections share PGlite's
 * only session, so a connection has no state of its own.
 */
export class Database {
  private readonly pool: pg.Pool

  /** `url` is a `postgres://` URL; `log` receives failures of idle connections. */
  constructor(url: string, log: (line: string) => void) {
    this.pool = new pg.Pool({ connectionString: url, max: poolSize, application_name: OWN_APPLICATION_NAME })
    this.pool.on('error', (error) => log(`postgres: idle connection failed: ${error.message}`))
    // The failure of an active connection also rejects its statement. Without a listener, the event would end the process.
    this.pool.on('connect', (client) => client.on('error', () => {}))
  }

  /**
   * Runs `callback` in a transaction, which is committed when `callback` resolves and rolled back when it throws. Other
   * clients wait for the transaction, so `callback` must not await anything slow, such as HTTP or hashing.
   */
  async transaction<Result>(callback: (sql: Sql) => Promise<Result>): Promise<Result> {
    const client = await this.pool.connect()
    let connectionError: Error | undefined
    try {
      await client.query('begin')
      const result = await callback(async <Row extends QueryResultRow>(text: string, values?: unknown[]) => {
        const { rows } = await client.query<Row>(text, values)
        return rows
      })
      await client.query('commit')
      return result
    } catch (error) {
      await client.query('rollback').catch((rollbackError: Error) => {
        connectionError = rollbackError
      })
      throw error
    } finally {
      client.release(connectionError)
    }
  }

  /** Closes all connections once their transactions have finished. */
  close(): Promise<void> {
    return this.pool.end()
  }
}

/** The SQLSTATE of a database error, or undefined (https://www.postgresql.org/docs/current/errcodes-appendix.html). */
export function getSqlState(error: unknown): string | undefined {
  return error instanceof pg.DatabaseError ? error.code : undefined
}

export const UNIQUE_VIOLATION = '23505'
export const LOCK_NOT_AVAILABLE = '55P03'
