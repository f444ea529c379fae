import pg, { type QueryResultRow } from 'pg'
import { getConnectionConfig } from '@/lib/databaseConnection'
import { capToDeadline } from '@/lib/deadline'
import { log } from '@/lib/log'

/** Runs one statement and returns its rows. */
export type Sql = <Row extends QueryResultRow>(text: string, values?: unknown[]) => Promise<Row[]>

/** The site's database. Nothing is set on a connection outside of a transaction, so it may be pooled. */
export type Database = {
  /** One statement by itself. */
  sql: Sql
  /**
   * Several statements, committed together when `work` resolves and rolled back when it throws. Make no request to
   * Stripe or accounts inside: other requests wait meanwhile.
   */
  transaction<Result>(work: (sql: Sql) => Promise<Result>): Promise<Result>
  close(): Promise<void>
}

/** How long a request waits for a connection and for a statement at most. Milliseconds. */
const defaultTimeoutMs = 5000

/** The minimum time of a statement, even after the request's deadline: a rollback and the release of a lease need it. */
const graceMs = 1000

/**
 * Connections of one process. A host that runs many processes has so many of each, and the database has some dozens
 * in all, so there are few. None is held during an HTTP request, so a statement waits only shortly.
 */
const defaultConnections = 3

type DatabaseOptions = {
  /** How long to wait for a connection and for a statement at most, when there is time. Milliseconds. */
  timeoutMs?: number
  /** How many connections this process opens at most. */
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
    // A process that a host freezes cannot close its connections, so it should have none by then.
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
