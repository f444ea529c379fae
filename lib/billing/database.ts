import type { QueryResultRow } from 'pg'
// The CommonJS entry: the ESM one is an asynchronous module, and one such module anywhere makes Turbopack add 0.4 KiB to
// the runtime that every visitor loads.
import pg from 'pg/lib/index'

/** Runs one statement and answers its rows. */
export type Sql = <Row extends QueryResultRow>(text: string, values?: unknown[]) => Promise<Row[]>

/** The site's database. Nothing is set on a connection outside of a transaction, so it may be pooled. */
export type Database = {
  /** One statement by itself. */
  sql: Sql
  /**
   * Several statements, committed together when `work` resolves and taken back when it throws. Ask nobody else
   * (Stripe, accounts) inside: other requests wait meanwhile.
   */
  transaction<Result>(work: (sql: Sql) => Promise<Result>): Promise<Result>
  close(): Promise<void>
}

/** How long a request waits for a connection and for a statement at most. Milliseconds. */
const usualPatience = 5000

/**
 * Opens a pool of connections, lazily.
 *
 * @param url - a `postgres://` address
 * @param patience - how long to wait for a connection and for a statement at most. Milliseconds
 */
export function openDatabase(url: string, patience: number = usualPatience): Database {
  const pool = new pg.Pool({
    connectionString: url,
    max: 5,
    connectionTimeoutMillis: patience,
    query_timeout: patience,
    idleTimeoutMillis: 30_000,
    allowExitOnIdle: true,
  })
  pool.on('error', (error) => console.error('[billing] an idle database connection broke:', error.message))
  return {
    sql: async <Row extends QueryResultRow>(text: string, values?: unknown[]) =>
      (await pool.query<Row>(text, values)).rows,
    transaction: (work) => transact(pool, work),
    close: () => pool.end(),
  }
}

async function transact<Result>(pool: pg.Pool, work: (sql: Sql) => Promise<Result>): Promise<Result> {
  const client = await pool.connect()
  let broken: Error | undefined
  try {
    await client.query('begin')
    const result = await work(
      async <Row extends QueryResultRow>(text: string, values?: unknown[]) =>
        (await client.query<Row>(text, values)).rows,
    )
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

/**
 * Whether an error is Postgres refusing a second row where only one may be.
 * https://www.postgresql.org/docs/current/errcodes-appendix.html
 */
export function isTaken(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === '23505'
}
