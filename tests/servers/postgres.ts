import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findFreePort } from 'local-cloud/testing/ports'
import pg from 'pg'
import { findPostgres } from '../../scripts/test/programs.ts'

/** A PostgreSQL server that requires a password and, by default, encryption. */
export type RealServer = Awaited<ReturnType<typeof startRealServer>>

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

/** Returns the ids of the user `postgres` if this process is root, since PostgreSQL refuses root; otherwise no ids. */
function getPostgresUser(): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {}
  const readId = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))
  return { uid: readId('-u'), gid: readId('-g') }
}

/** Connects once the server accepts connections. If it exits, or after a minute, throws an error with its log. */
async function connectWhenReady(
  url: string,
  ca: string,
  hasEnded: () => boolean,
  logFile: string,
): Promise<pg.Client> {
  const deadline = Date.now() + 60_000
  for (;;) {
    const client = new pg.Client({ connectionString: url, ssl: { ca } })
    client.on('error', () => {})
    try {
      await client.connect()
      return client
    } catch (error) {
      if (hasEnded() || Date.now() > deadline) {
        throw new Error(`PostgreSQL did not start: ${readFileSync(logFile, 'utf8')}`, { cause: error })
      }
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }
}

/** Returns the statements that create a hosted project's roles and database, as they are before the first migration. */
const createHostedStatements = (ownerPassword: string) => [
  `create role owner login createrole createdb password '${ownerPassword}'`,
  'create role anon nologin',
  'create role authenticated nologin',
  'create role service_role nologin bypassrls',
  'create database project owner owner',
]
/** Statements that grant the roles the privileges that they have in a hosted project's database. */
const hostedDatabaseStatements = [
  'alter schema public owner to owner',
  'grant usage on schema public to anon, authenticated, service_role',
  'alter default privileges for role owner in schema public grant all on tables to anon, authenticated, service_role',
]
/** Statements that create a stub of Supabase Auth's user table. */
const accountsTableStatements = ['create schema auth', 'create table auth.users (email text)']

/**
 * Starts a server on loopback, with the roles and the empty database of a hosted project.
 *
 * @param options.accountStatements - the statements that prepare the database for the real auth server; if given,
 *   connections may be unencrypted
 * @throws when PostgreSQL is not installed or does not start
 */
export async function startRealServer({ accountStatements }: { accountStatements?: string[] } = {}) {
  const programs = findPostgres()
  if (!programs) throw new Error('PostgreSQL is not installed: npm run test:all installs it.')
  const folder = mkdtempSync(join(tmpdir(), 'postgres-'))
  const postgresUser = getPostgresUser()
  const ca = createAuthority(folder, 'authority')
  const otherCa = createAuthority(folder, 'somebody-else')
  createCertificate(folder, 'authority')
  const password = 'of-the-superuser'
  const ownerPassword = 'of-the-owner'
  writeFileSync(join(folder, 'password'), password)
  const dataFolder = join(folder, 'data')
  mkdirSync(dataFolder, { mode: 0o700 })
  if (postgresUser.uid !== undefined && postgresUser.gid !== undefined) {
    for (const name of ['', 'data', 'password', 'server.key', 'server.pem']) {
      chownSync(join(folder, name), postgresUser.uid, postgresUser.gid)
    }
  }
  const spawnOptions = { ...postgresUser, cwd: folder, stdio: 'pipe' } as const
  execFileSync(
    programs.initdb,
    ['-D', dataFolder, '-U', 'admin', '-A', 'scram-sha-256', '--pwfile', 'password'],
    spawnOptions,
  )
  const connectionType = accountStatements ? 'host' : 'hostssl'
  writeFileSync(join(dataFolder, 'pg_hba.conf'), `${connectionType} all all 127.0.0.1/32 scram-sha-256\n`)
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
  const child = spawn(programs.postgres, ['-D', dataFolder, ...flags], { ...spawnOptions, stdio: 'ignore' })
  const exited = once(child, 'exit')
  process.once('exit', () => child.kill('SIGKILL'))
  const logFile = join(folder, 'server.log')
  const close = async () => {
    // A fast shutdown disconnects all clients.
    child.kill('SIGINT')
    await exited
    rmSync(folder, { recursive: true, force: true })
  }
  const createConnectionString = (user: string, userPassword: string, database = 'project') =>
    `postgres://${user}:${userPassword}@${host}:${port}/${database}`
  const connectAs = (user: string, userPassword: string, database?: string) =>
    connectWhenReady(
      createConnectionString(user, userPassword, database),
      ca,
      () => child.exitCode !== null,
      logFile,
    )
  try {
    const run = async (database: string, statements: string[]) => {
      const client = await connectAs('admin', password, database)
      for (const statement of statements) await client.query(statement)
      await client.end()
    }
    await run('postgres', createHostedStatements(ownerPassword))
    await run('project', [...hostedDatabaseStatements, ...(accountStatements ?? accountsTableStatements)])
  } catch (error) {
    await close()
    throw error
  }
  return {
    /**
     * Returns a connection string. Its host, which the server's certificate covers, reaches this machine, but does not
     * count as loopback.
     */
    getConnectionString: createConnectionString,
    /** The superuser's connection string for a server that permits unencrypted connections. */
    superuserUrl: `postgres://admin:${password}@127.0.0.1:${port}/postgres`,
    port,
    /** The server's certificate authority, in PEM. */
    ca,
    /** An unrelated certificate authority, in PEM. */
    otherCa,
    /** The password of `owner`, who owns the database but is not a superuser, as on a hosted project. */
    ownerPassword,
    /** Returns the server's log, which contains all statements that the server received. */
    log: () => readFileSync(logFile, 'utf8'),
    close,
  }
}
