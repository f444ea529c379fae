import { mkdirSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { PGlite } from '@electric-sql/pglite'
import { StartError } from '../config.ts'
import { PgliteServer } from './connections.ts'
import { Database } from './database.ts'
import { migrate } from './migrate.ts'

const HOST = '127.0.0.1'

/** A Postgres that is serving, with the roles of a hosted project. */
export type PostgresServer = { url: string; close(): Promise<void> }

export type PostgresOptions = {
  /** The database lives in `postgres` below this folder; without it, in memory. */
  dataDir?: string
  /** 0 takes one that the system chooses; the address that is answered names it. */
  port: number
  /** An archive made by `PGlite.dumpDataDir` to start from (in memory only). */
  snapshot?: Blob
  log?: (line: string) => void
  /** Called when the database must not go on, as when its disk is full; its files are whole. */
  panicked?: () => void
}

/** Takes the port, so that no second process opens the same files. Throws a StartError when it is taken. */
function reserve(port: number): Promise<Server> {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => socket.destroy())
    server.once('error', (error) => {
      const taken = 'code' in error && error.code === 'EADDRINUSE'
      const sentence = `Port ${port} is taken: stop what listens on it, or set LOCAL_PORT_BASE to another number.`
      reject(taken ? new StartError(sentence) : error)
    })
    server.listen({ host: HOST, port, exclusive: true }, () => resolve(server))
  })
}

function release(server: Server): Promise<void> {
  return new Promise((resolve) => server.close(() => resolve()))
}

// Optimizing Postgres's largest functions takes V8 half a gigabyte and seconds at each start, and a statement takes as
// long without (measured).
for (const flag of ['--liftoff-only', '--no-wasm-tier-up', '--no-wasm-dynamic-tiering'])
  setFlagsFromString(flag)

/** A cache of 128 MB, the default, is touched from end to end at the start, for a database of a few. */
const SETTINGS = { postgresqlconf: ['shared_buffers = 8MB'] }

function open(options: PostgresOptions): Promise<PGlite> {
  if (!options.dataDir) {
    return PGlite.create({ ...SETTINGS, ...(options.snapshot ? { loadDataDir: options.snapshot } : {}) })
  }
  mkdirSync(options.dataDir, { recursive: true, mode: 0o700 })
  return PGlite.create({ ...SETTINGS, dataDir: join(options.dataDir, 'postgres') })
}

/**
 * Serves PGlite on `127.0.0.1:port` in the Postgres protocol, and gives it a hosted project's roles.
 * Throws a StartError when the port is taken.
 */
export async function startPostgres(options: PostgresOptions): Promise<PostgresServer> {
  const reservation = await reserve(options.port)
  const address = reservation.address()
  const port = address && typeof address === 'object' ? address.port : options.port
  const pglite = await open(options).catch(async (error) => {
    await release(reservation)
    throw error
  })
  await release(reservation)
  const log = options.log ?? (() => {})
  const server = new PgliteServer(
    pglite,
    log,
    options.panicked ?? (() => log('local cloud: the database panicked')),
  )
  const url = `postgres://postgres@${HOST}:${port}/postgres`
  const close = async () => {
    await server.close()
    await pglite.close()
  }
  try {
    await server.listen(port, HOST)
    await prepare(url, log)
  } catch (error) {
    await close()
    throw error
  }
  return { url, close }
}

/** Gives any Postgres the roles of a hosted project; safe to repeat. */
export async function prepare(url: string, log: (line: string) => void): Promise<void> {
  const database = new Database(url, log)
  try {
    await migrate(database, 'postgres', join(import.meta.dirname, 'migrations'))
  } finally {
    await database.close()
  }
}
