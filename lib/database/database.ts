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
   * call a vendor's API, because other requests wait for its connection in the meantime.
   */
  transaction<Result>(work: (sql: Sql) => Promise<Result>): Promise<Result>
  close(): Promise<void>
}

type DatabaseOptions = {
  /** The timeout for opening a connection and for each statement. */
  timeoutMs?: number
  /** PEM certificates of the server's certificate authority; by default those that Node trusts. */
  ca?: string | undefined
}

/**
 * Opens a pool of connections, lazily. It is small, because each process has a pool, and the database accepts only
 * a few dozen connections. Waits for a connection are short, since none is held during a request to a vendor.
 *
 * @throws an Error when the connection string is not safe
 */
export function openDatabase(url: string, { timeoutMs = 5000, ca }: DatabaseOptions = {}): Database {
  const pool = new pg.Pool({
    ...getConnectionConfig(url, ca),
    max: 3,
    connectionTimeoutMillis: timeoutMs,
    query_timeout: timeoutMs,
    // A process that its host has frozen cannot close connections, so idle ones close early.
    idleTimeoutMillis: 5000,
    allowExitOnIdle: true,
  })
  pool.on('error', (error) => log.error('billing', 'database: idle connection failed', error))
  // A broken connection rejects its statement and then emits an error, which would be uncaught without a listener.
  pool.on('connect', (client) => client.on('error', () => {}))
  return {
    sql: (text, values) => runStatement(pool, text, values),
    transaction: (work) => runTransaction(pool, work),
    close: () => pool.end(),
  }
}

/** Creates the error for a database that cannot be reached, cannot serve the site, or does not respond in time. */
function createOutageProblem(cause: unknown): RequestProblem {
  const problem = new RequestProblem(503, 'database_unavailable', { cause })
  // Scripts print the message to an operator, for whom the code is less useful.
  if (cause instanceof Error && cause.message) problem.message = cause.message
  return problem
}

/**
 * The SQLSTATEs of a server that cannot serve any statement at the moment: connection exceptions, insufficient resources,
 * operator intervention (including timeouts), system errors, and a read-only standby.
 * https://www.postgresql.org/docs/current/errcodes-appendix.html
 */
const outageStates = /^(?:08|53|57|58|25006$)/

/** Runs a statement on a connection, or on any connection of the pool. */
async function runStatement<Row extends QueryResultRow>(
  client: pg.Pool | pg.PoolClient,
  text: string,
  values?: unknown[],
): Promise<Row[]> {
  try {
    return (await client.query<Row>(text, values)).rows
  } catch (error) {
    const isOutage = !(error instanceof pg.DatabaseError) || outageStates.test(error.code ?? '')
    throw isOutage ? createOutageProblem(error) : error
  }
}

async function runTransaction<Result>(pool: pg.Pool, work: (sql: Sql) => Promise<Result>): Promise<Result> {
  const client = await pool.connect().catch((error: unknown) => {
    throw createOutageProblem(error)
  })
  let connectionError: Error | undefined
  try {
    await runStatement(client, 'begin')
    const result = await work((text, values) => runStatement(client, text, values))
    await runStatement(client, 'commit')
    return result
  } catch (error) {
    await runStatement(client, 'rollback').catch((failure: Error) => {
      connectionError = failure
    })
    throw error
  } finally {
    client.release(connectionError)
  }
}
