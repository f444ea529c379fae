import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findFreePort } from 'local-cloud/testing/ports'
import pg from 'pg'
import { findPostgres } from '../../scripts/lib/postgres.ts'

/** A separate PostgreSQL server, which requires encryption and a password. */
export type RealServer = {
  /**
   * A connection string. The host resolves to this machine without counting as loopback; the server's certificate
   * names it.
   */
  getConnectionString(user: string, password: string): string
  port: number
  /** The certificate authority of the server, and an unrelated one; PEM. */
  ca: string
  otherCa: string
  /** The password of `owner`, who owns the database and is no superuser, as on a hosted project. */
  ownerPassword: string
  /** Returns all statements that the server received. */
  log(): string
  /** Kills it with SIGKILL. */
  kill(): Promise<void>
  /** Starts it again on the same port, with its data. */
  restart(): Promise<void>
  close(): Promise<void>
}

const host = '0.0.0.0'

function openssl(folder: string, ...args: string[]): void {
  execFileSync('openssl', args, { cwd: folder, stdio: 'pipe' })
}

const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2']

function createAuthority(folder: string, name: string): string {
  openssl(
    folder,
    ...['req', '-x509', ...newKey, '-keyout', `${name}.key`, '-out', `${name}.pem`, '-subj', `/CN=${name}`],
  )
  return readFileSync(join(folder, `${name}.pem`), 'utf8')
}

function createCertificate(folder: string, authority: string): void {
  writeFileSync(join(folder, 'names'), `subjectAltName=IP:${host}\n`)
  openssl(folder, 'req', ...newKey, '-keyout', 'server.key', '-out', 'server.csr', '-subj', '/CN=database')
  openssl(
    folder,
    ...['x509', '-req', '-in', 'server.csr', '-CA', `${authority}.pem`, '-CAkey', `${authority}.key`],
    ...['-CAcreateserial', '-days', '2', '-extfile', 'names', '-out', 'server.pem'],
  )
}

/** The server refuses to run as root, so root starts it as the user that Debian's package makes. */
function runner(): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {}
  const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))
  return { uid: id('-u'), gid: id('-g') }
}

async function waitUntilReady(
  url: string,
  ca: string,
  hasEnded: () => boolean,
  log: string,
): Promise<pg.Client> {
  const end = Date.now() + 60_000
  for (;;) {
    const client = new pg.Client({ connectionString: url, ssl: { ca } })
    client.on('error', () => {})
    try {
      await client.connect()
      return client
    } catch (error) {
      if (hasEnded() || Date.now() > end) {
        throw new Error(`PostgreSQL did not start: ${readFileSync(log, 'utf8')}`, { cause: error })
      }
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }
}

/** The schema of a hosted project before the first migration. */
const hosted = (ownerPassword: string) => [
  `create role owner login createrole createdb password '${ownerPassword}'`,
  'create role anon nologin',
  'create role authenticated nologin',
  'create role service_role nologin bypassrls',
  'create database project owner owner',
]
const hostedDatabase = [
  'alter schema public owner to owner',
  'grant usage on schema public to anon, authenticated, service_role',
  'alter default privileges for role owner in schema public grant all on tables to anon, authenticated, service_role',
]
/** Replaces the tables of Supabase Auth. */
const accountsTable = ['create schema auth', 'create table auth.users (email text)']

/**
 * Starts a server on loopback.
 *
 * @param options.accounts - the statements that prepare the database for the server behind Supabase Auth, which then
 *   may connect without encryption
 * @throws when no PostgreSQL is installed, or it does not start
 */
export async function startRealServer({ accounts }: { accounts?: string[] } = {}): Promise<RealServer> {
  const programs = findPostgres()
  if (!programs) throw new Error('No PostgreSQL is installed: npm run test:all does it.')
  const folder = mkdtempSync(join(tmpdir(), 'postgres-'))
  const as = runner()
  const ca = createAuthority(folder, 'authority')
  const otherCa = createAuthority(folder, 'somebody-else')
  createCertificate(folder, 'authority')
  const password = 'of-the-superuser'
  const ownerPassword = 'of-the-owner'
  writeFileSync(join(folder, 'password'), password)
  const data = join(folder, 'data')
  mkdirSync(data, { mode: 0o700 })
  if (as.uid !== undefined && as.gid !== undefined) {
    for (const name of ['', 'data', 'password', 'server.key', 'server.pem']) {
      chownSync(join(folder, name), as.uid, as.gid)
    }
  }
  const quiet = { ...as, cwd: folder, stdio: 'pipe' } as const
  execFileSync(
    programs.initdb,
    ['-D', data, '-U', 'admin', '-A', 'scram-sha-256', '--pwfile', 'password'],
    quiet,
  )
  const connections = accounts ? 'host' : 'hostssl'
  writeFileSync(join(data, 'pg_hba.conf'), `${connections} all all 127.0.0.1/32 scram-sha-256\n`)
  const port = await findFreePort()
  const settings = {
    port,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    fsync: 'off',
    ssl: 'on',
    ssl_cert_file: join(folder, 'server.pem'),
    ssl_key_file: join(folder, 'server.key'),
    logging_collector: 'on',
    log_directory: folder,
    log_filename: 'server.log',
    log_statement: 'all',
  }
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  let child: ChildProcess
  let exited: Promise<unknown>
  const begin = () => {
    child = spawn(programs.postgres, ['-D', data, ...flags], { ...as, cwd: folder, stdio: 'ignore' })
    exited = once(child, 'exit')
  }
  begin()
  process.once('exit', () => child.kill('SIGKILL'))
  const log = join(folder, 'server.log')
  const end = async (signal: NodeJS.Signals) => {
    child.kill(signal)
    await exited
  }
  const close = async () => {
    // A fast shutdown disconnects all clients.
    await end('SIGINT')
    rmSync(folder, { recursive: true, force: true })
  }
  const databaseUrl = (user: string, secret: string, database = 'project') =>
    `postgres://${user}:${secret}@${host}:${port}/${database}`
  const connectAs = (user: string, secret: string, database?: string) =>
    waitUntilReady(databaseUrl(user, secret, database), ca, () => child.exitCode !== null, log)
  try {
    const run = async (database: string, statements: string[]) => {
      const client = await connectAs('admin', password, database)
      for (const statement of statements) await client.query(statement)
      await client.end()
    }
    await run('postgres', hosted(ownerPassword))
    await run('project', [...hostedDatabase, ...(accounts ?? accountsTable)])
  } catch (error) {
    await close()
    throw error
  }
  return {
    getConnectionString: databaseUrl,
    port,
    ca,
    otherCa,
    ownerPassword,
    log: () => readFileSync(log, 'utf8'),
    kill: () => end('SIGKILL'),
    restart: async () => {
      begin()
      const client = await connectAs('owner', ownerPassword)
      await client.end()
    },
    close,
  }
}
