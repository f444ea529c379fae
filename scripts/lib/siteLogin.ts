import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto'
import pg from 'pg'
import { getConnectionConfig, isLoopback } from '../../lib/databaseConnection.ts'
import { Problem } from './problem.ts'

/** The role that the site signs in as; supabase/migrations makes it. */
export const siteRole = 'site'

/** Whether an address is the site's own: `site`, or `site.<project>` on Supabase's pooler. */
export function isSiteAddress(address: string): boolean {
  return new URL(address).username.split('.')[0] === siteRole
}

/**
 * Whether a database is the local cloud's, which has one user for everything and asks nobody for a password: on this
 * machine, and nobody has told its owner from the site.
 */
export function hasOneUser(settings: {
  DATABASE_URL: string
  DATABASE_OWNER_URL: string | undefined
}): boolean {
  return isLoopback(settings.DATABASE_URL) && settings.DATABASE_OWNER_URL === undefined
}

/** The address with which the site signs in, where somebody else signs in with another one. */
function siteAddress(address: string, password: string): string {
  const url = new URL(address)
  // Supabase's pooler knows the project by what follows the name. https://supabase.com/docs/guides/database/prisma
  const project = decodeURIComponent(url.username).split('.').slice(1)
  url.username = [siteRole, ...project].join('.')
  url.password = password
  return url.href
}

/**
 * What a server keeps of a password, so that the password itself is in no statement and in no log.
 * https://www.postgresql.org/docs/current/catalog-pg-authid.html
 */
function scramVerifier(password: string): string {
  const iterations = 4096
  const salt = randomBytes(16)
  const salted = pbkdf2Sync(password, salt, iterations, 32, 'sha256')
  const keyed = (text: string) => createHmac('sha256', salted).update(text).digest()
  const stored = createHash('sha256').update(keyed('Client Key')).digest('base64')
  const server = keyed('Server Key').toString('base64')
  return `SCRAM-SHA-256$${iterations}:${salt.toString('base64')}$${stored}:${server}`
}

/**
 * Gives the role of the site a login with a new password, unless it has one.
 *
 * @param owner - a `postgres://` address of somebody who may change roles
 * @param address - where the site connects to, as whoever
 * @param ca - certificates in PEM of whoever signs the server's
 * @returns the site's own address with the password, which nobody can read again; undefined when there was a login
 * @throws Problem when the database refuses
 */
export async function makeSiteLogin(
  owner: string,
  address: string,
  ca: string | undefined,
): Promise<string | undefined> {
  const client = new pg.Client(getConnectionConfig(owner, ca))
  // A connection that breaks is told by the statement that waits for it.
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<{ rolcanlogin: boolean }>(
      'select rolcanlogin from pg_roles where rolname = $1',
      [siteRole],
    )
    if (rows[0]?.rolcanlogin) return undefined
    const password = randomBytes(24).toString('base64url')
    await client.query(`alter role ${siteRole} login password '${scramVerifier(password)}'`)
    return siteAddress(address, password)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new Problem(`The role of the site could not be given a login: ${reason}`)
  } finally {
    await client.end().catch(() => {})
  }
}
