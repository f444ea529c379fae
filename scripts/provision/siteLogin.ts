import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto'
import { siteRole } from './databaseChecks.ts'
import { withClient } from './migrateDatabase.ts'

/** Whether a connection string's user is the site's role: `site`, or `site.<project>` on Supabase's pooler. */
export function isSiteConnectionString(connectionString: string): boolean {
  return new URL(connectionString).username.split('.')[0] === siteRole
}

/**
 * Creates the verifier that Postgres stores for a password, so that no statement or log contains the password itself.
 * https://www.postgresql.org/docs/current/catalog-pg-authid.html
 */
function createScramVerifier(password: string): string {
  const iterations = 4096
  const salt = randomBytes(16)
  const saltedPassword = pbkdf2Sync(password, salt, iterations, 32, 'sha256')
  const computeHmac = (text: string) => createHmac('sha256', saltedPassword).update(text).digest()
  const storedKey = createHash('sha256').update(computeHmac('Client Key')).digest('base64')
  const serverKey = computeHmac('Server Key').toString('base64')
  return `SCRAM-SHA-256$${iterations}:${salt.toString('base64')}$${storedKey}:${serverKey}`
}

/**
 * Enables login for the site's role, with a new password.
 *
 * @param ownerConnectionString - a `postgres://` connection string of a user who may change roles
 * @param connectionString - a connection string of the site's database, with any user
 * @param ca - PEM certificates of the server's CA
 * @returns the site's own connection string with the password, which cannot be retrieved later
 */
export async function createSiteLogin(
  ownerConnectionString: string,
  connectionString: string,
  ca: string | undefined,
): Promise<string> {
  const password = randomBytes(24).toString('base64url')
  const statement = `alter role ${siteRole} login password '${createScramVerifier(password)}'`
  await withClient(ownerConnectionString, ca, (client) => client.query(statement))
  const url = new URL(connectionString)
  // Supabase's pooler identifies the project by the user name's suffix.
  // https://supabase.com/docs/guides/database/prisma
  const project = decodeURIComponent(url.username).split('.').slice(1)
  url.username = [siteRole, ...project].join('.')
  url.password = password
  return url.href
}
