import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { PGlite } from '@electric-sql/pglite'
import { Database } from './database.ts'
import { migrate } from './migrate.ts'
import { PgliteServer } from './pgliteServer.ts'

/** A running Postgres server with the roles of a hosted Supabase project. */
export type PostgresServer = { url: string; close(): Promise<void> }

export type PostgresOptions = {
  /** The folder whose subfolder `postgres` stores the database. By default, the database is in memory. */
  dataDir?: string
  /** A `PGlite.dumpDataDir` archive to start from (only for a database in memory). */
  snapshot?: Blob
  log?: (line: string) => void
  /** Called when the database must stop, for example because the disk is full. The database's files stay consistent. */
  onPanic?: () => void
}

// Without these flags, V8 needs half a gigabyte and several seconds at each start to optimize Postgres's
// largest functions. That optimization does not make short statements faster (measured).
for (const flag of ['--liftoff-only', '--no-wasm-tier-up', '--no-wasm-dynamic-tiering'])
  setFlagsFromString(flag)

/** The default cache of 128 MB would be allocated in full at startup. */
const pgliteSettings = { postgresqlconf: ['shared_buffers = 8MB'] }

function openPglite({ dataDir, snapshot }: PostgresOptions): Promise<PGlite> {
  if (!dataDir) return PGlite.create({ ...pgliteSettings, ...(snapshot ? { loadDataDir: snapshot } : {}) })
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  return PGlite.create({ ...pgliteSettings, dataDir: join(dataDir, 'postgres') })
}

/** Serves PGlite on a free port of 127.0.0.1, and creates a hosted project's roles. */
export async function startPostgres(options: PostgresOptions): Promise<PostgresServer> {
  const { log = () => {}, onPanic = () => log('postgres: the database panicked') } = options
  const pglite = await openPglite(options)
  const server = new PgliteServer(pglite, log, onPanic)
  const close = async () => {
    await server.close()
    await pglite.close()
  }
  try {
    const url = `postgres://postgres@127.0.0.1:${await server.listen()}/postgres`
    await createRoles(url, log)
    return { url, close }
  } catch (error) {
    await close()
    throw error
  }
}

/** Creates the roles of a hosted project in any Postgres database, unless they exist. */
export async function createRoles(url: string, log: (line: string) => void): Promise<void> {
  const database = new Database(url, log)
  try {
    await migrate(database, 'postgres', join(import.meta.dirname, 'migrations'))
  } finally {
    await database.close()
  }
}
