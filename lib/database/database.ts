import pg, { type QueryResultRow } from 'pg'
import { connectionTo } from '@/lib/databaseConnection'

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
const defaultTimeoutMs = 5000

/**
 * Opens a pool of connections, lazily.
 *
 * @param url - a `postgres://` address
 * @param timeoutMs - how long to wait for a connection and for a statement at most. Milliseconds
 * @param ca - certificates in PEM of whoever signs the server's; those that Node trusts when missing
 * @throws an Error when the address asks for an unsafe connection
 */
export function openDatabase(url: string, timeoutMs: number = defaultTimeoutMs, ca?: string): Database {
  const pool = new pg.Pool({
    ...connectionTo(url, ca),
    max: 5,
    connectionTimeoutMillis: timeoutMs,
    query_timeout: timeoutMs,
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
