import pg, { type QueryResultRow } from 'pg'
import { RequestProblem } from '@/lib/api/problem'
import { getConnectionConfig } from '@/lib/databaseConnection'
import { log } from '@/lib/log'

/**
 * Runs one statement and returns its rows.
 *
 * @throws RequestProblem 503 `database_unavailable` during an outage; otherwise the error of the statement
 */
export type Sql = <Row extends QueryResultRow>(text: string, values?: unknown[]) => Promise<Row[]>

/** The site's database. Connections have no session state outside of a transaction, so a pooler may share them. */
export type Database = {
  /** Runs a single statement. */
  sql: Sql
  /**
   * Runs statements in a transaction, which commits when `work` resolves and rolls back when it throws. `work` must not
   * request a vendor, because other requests wait for its connection meanwhile.
   */
  transaction<Result>(work: (sql: Sql) => Promise<Result>): Promise<Result>
  close(): Promise<void>
}

/** The timeout of a connection and of a statement. */
const defaultTimeoutMs = 5000

/**
 * The pool size of a process. It is small, because each process has a pool, and the database accepts only some dozens of
 * connections. Statements wait briefly, since no connection is held during a request to a vendor.
 */
const defaultMaxConnections = 3

type DatabaseOptions = {
  /** The timeout of a connection and of a statement. */
  timeoutMs?: number
  /** The maximum number of connections of this process. */
  maxConnections?: number | undefined
  /** PEM certificates of the server's certificate authority; by default those that Node trusts. */
  ca?: string | undefined
}

/**
 * Opens a pool of connections, lazily.
 *
 * @param url - a `postgres://` connection string
 * @throws an Error when the connection string is not safe
 */
export function openDatabase(
  url: string,
  { timeoutMs = defaultTimeoutMs, maxConnections = defaultMaxConnections, ca }: DatabaseOptions = {},
): Database {
  const pool = new pg.Pool({
    ...getConnectionConfig(url, ca),
    max: maxConnections,
    connectionTimeoutMillis: timeoutMs,
    // A process that its host has frozen cannot close connections, so idle ones close early.
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
      let statementError: Error | undefined
      try {
        return await runStatement<Row>(client, timeoutMs, text, values)
      } catch (error) {
        statementError = error instanceof Error ? error : new Error(String(error))
        throw error
      } finally {
        client.release(statementError)
      }
    },
    transaction: (work) => runTransaction(pool, timeoutMs, work),
    close: () => pool.end(),
  }
}

/** Waits for a connection. Rejects after the timeout, and releases a connection that arrives later. */
async function connect(pool: pg.Pool, timeoutMs: number): Promise<pg.PoolClient> {
  const connecting = pool.connect()
  const timeout = Promise.withResolvers<never>()
  const timer = setTimeout(() => {
    timeout.reject(new Error('The database provided no connection in time.'))
    connecting.then(
      (client) => client.release(),
      () => {},
    )
  }, timeoutMs)
  try {
    return await Promise.race([connecting, timeout.promise])
  } catch (error) {
    throw createOutageProblem(error)
  } finally {
    clearTimeout(timer)
  }
}

/** Creates the problem of a database that cannot be reached, cannot serve the site, or does not respond in time. */
function createOutageProblem(cause: unknown): RequestProblem {
  const problem = new RequestProblem(503, 'database_unavailable', { cause })
  // Scripts print the message to an operator, to whom the code says less.
  if (cause instanceof Error && cause.message) problem.message = cause.message
  return problem
}

/**
 * The SQLSTATEs of a server that cannot serve any statement at the moment: connection exceptions, insufficient resources,
 * operator intervention with timeouts, system errors, and a read-only standby.
 * https://www.postgresql.org/docs/current/errcodes-appendix.html
 */
const outageStates = /^(?:08|53|57|58|25006$)/

/** Runs a statement with a timeout. https://node-postgres.com/apis/client#query_timeout */
async function runStatement<Row extends QueryResultRow>(
  client: pg.PoolClient,
  timeoutMs: number,
  text: string,
  values?: unknown[],
): Promise<Row[]> {
  // The types of `pg` have the timeout only for a client.
  const statement = { text, values, query_timeout: timeoutMs }
  try {
    return (await client.query<Row>(statement)).rows
  } catch (error) {
    const isOutage = !(error instanceof pg.DatabaseError) || outageStates.test(error.code ?? '')
    throw isOutage ? createOutageProblem(error) : error
  }
}

async function runTransaction<Result>(
  pool: pg.Pool,
  timeoutMs: number,
  work: (sql: Sql) => Promise<Result>,
): Promise<Result> {
  const client = await connect(pool, timeoutMs)
  let connectionError: Error | undefined
  try {
    await runStatement(client, timeoutMs, 'begin')
    const result = await work((text, values) => runStatement(client, timeoutMs, text, values))
    await runStatement(client, timeoutMs, 'commit')
    return result
  } catch (error) {
    await runStatement(client, timeoutMs, 'rollback').catch((failure: Error) => {
      connectionError = failure
    })
    throw error
  } finally {
    client.release(connectionError)
  }
}
