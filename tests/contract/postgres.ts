import { findPostgres } from '../../scripts/test/programs.ts'
import { startRealServer } from '../servers/postgres.ts'

/**
 * Starts a PostgreSQL server for the contract tests if one is installed, since their statements take several times as
 * long on PGlite. Vitest calls this function once before the first file, and the returned function after the last.
 */
export async function setup(): Promise<(() => Promise<void>) | undefined> {
  if (process.env.TEST_POSTGRES_URL || !findPostgres()) return undefined
  // Files that run concurrently would otherwise create this role at the same time.
  const accountStatements = ['create role supabase_auth_admin nologin noinherit createrole']
  const { superuserUrl, close } = await startRealServer({ accountStatements })
  process.env.TEST_POSTGRES_URL = superuserUrl
  return close
}
