import pg, { type QueryResultRow } from 'pg'
import { getConnectionConfig } from '@/lib/databaseConnection'
import { capToDeadline } from '@/lib/deadline'
import { log } from '@/lib/log'

/** Runs one statement and returns its rows. */
export type Sql = <Row extends QueryResultRow>(text: string, values?: unknown[]) => Promise<Row[]>

/** The site's database. Connections have no session state outside of a transaction, so a pooler may share them. */
export type Database = {
  /** Runs a single statement. */
  sql: Sql
  /**
   * Runs statements in a transaction, which commits when `work` resolves and rolls back when it throws. `work` must not
   * request a vendor, because other requests wait meanwhile.
   */
  transaction<Result>(work: (sql: Sql) => Promise<Result>): Promise<Result>
  close(): Promise<void>
}

/** The timeout of a connection and of a statement. */
const defaultTimeoutMs = 5000

/** The minimum time of a statement, even after the request's deadline: a rollback and the release of a lease need it. */
const graceMs = 1000

/**
 * The pool size of a process. It is small, because each process has a pool, and the database accepts only some dozens of
 * connections. Statements wait briefly, since no connection is held during an HTTP request.
 */
const defaultConnections = 3

type DatabaseOptions = {
  /** The timeout of a connection and of a statement, capped to the deadline. */
  timeoutMs?: number
  /** The maximum number of connections of this process. */
  connections?: number | undefined
  /** Certificates in PEM of the server's authority; those that Node trusts when missing. */
  ca?: string | undefined
}

/**
 * Opens a pool of connections, lazily.
 *
 * @param url - a `postgres://` connection string
 * @throws an Error when it requests an unsafe connection
 */
export function openDatabase(
  url: string,
  { timeoutMs = defaultTimeoutMs, connections = defaultConnections, ca }: DatabaseOptions = {},
): Database {
  const pool = new pg.Pool({
    ...getConnectionConfig(url, ca),
    max: connections,
    connectionTimeoutMillis: timeoutMs,
    // A frozen process cannot close its connections, so idle ones close early.
    idleTimeoutMillis: 5000,
    allowExitOnIdle: true,
  })
  pool.on('error', (error) => log.error('billing', 'database: idle connection failed', error))
  // A broken connection rejects its statement, and then emits an error: without a listener, that is an uncaught
  // exception.
  pool.on('connect', (client) => client.on('error', () => {}))
  return {
    sql: async <Row extends QueryResultRow>(text: string, values?: unknown[]) => {
      const client = await connect(pool, timeoutMs)
      let broken: Error | undefined
      try {
        return (await client.query<Row>(statement(text, timeoutMs, values))).rows
      } catch (error) {
        broken = error instanceof Error ? error : new Error(String(error))
        throw error
      } finally {
        client.release(broken)
      }
    },
    transaction: (work) => transact(pool, timeoutMs, work),
    close: () => pool.end(),
  }
}

/** The timeout of a connection or a statement now. Milliseconds. */
const getTimeoutMs = (timeoutMs: number) => Math.min(timeoutMs, Math.max(graceMs, capToDeadline(timeoutMs)))

/** Waits for a connection; one that comes too late is released. */
async function connect(pool: pg.Pool, timeoutMs: number): Promise<pg.PoolClient> {
  const connecting = pool.connect()
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => {
    late.reject(new Error('The database provided no connection in time.'))
    connecting.then(
      (client) => client.release(),
      () => {},
    )
  }, getTimeoutMs(timeoutMs))
  try {
    return await Promise.race([connecting, late.promise])
  } finally {
    clearTimeout(timer)
  }
}

/** A statement with its timeout. https://node-postgres.com/apis/client#query_timeout */
function statement(text: string, timeoutMs: number, values?: unknown[]) {
  return { text, values, query_timeout: getTimeoutMs(timeoutMs) }
}

async function transact<Result>(
  pool: pg.Pool,
  timeoutMs: number,
  work: (sql: Sql) => Promise<Result>,
): Promise<Result> {
  const client = await connect(pool, timeoutMs)
  let broken: Error | undefined
  try {
    await client.query(statement('begin', timeoutMs))
    const result = await work(
      async <Row extends QueryResultRow>(text: string, values?: unknown[]) =>
        (await client.query<Row>(statement(text, timeoutMs, values))).rows,
    )
    await client.query(statement('commit', timeoutMs))
    return result
  } catch (error) {
    await client.query(statement('rollback', timeoutMs)).catch((failure: Error) => {
      broken = failure
    })
    throw error
  } finally {
    client.release(broken)
  }
}
