import { servePostgresRelay } from 'local-cloud/testing/faultProxies'
import { migrateDatabase } from '../../scripts/provision/migrateDatabase.ts'
import { createSiteLogin } from '../../scripts/provision/siteLogin.ts'
import { ensurePostgres } from '../../scripts/test/programs.ts'
import { startRealServer } from '../servers/postgres.ts'
import { faults, ports } from './endpoints.ts'

const authPassword = 'of-the-auth-server'

/** SQL for the auth server's roles and schema. https://github.com/supabase/auth/blob/master/hack/init_postgres.sql */
const authStatements = [
  `create role supabase_auth_admin login noinherit createrole password '${authPassword}'`,
  "alter role supabase_auth_admin set search_path = 'auth'",
  'create role postgres nologin',
  'create schema auth authorization supabase_auth_admin',
  'grant create on database project to supabase_auth_admin',
]

/** Starts a PostgreSQL server with the site's tables; the site connects through a relay that injects faults. */
export async function startDatabase() {
  await ensurePostgres()
  const { getConnectionString, ownerPassword, ca, port, close } = await startRealServer({
    accountStatements: authStatements,
  })
  const ownerConnectionString = getConnectionString('owner', ownerPassword)
  await migrateDatabase(ownerConnectionString, { ca })
  const siteConnectionString = await createSiteLogin(
    ownerConnectionString,
    `postgres://site@127.0.0.1:${ports.database}/project`,
    ca,
  )
  await servePostgresRelay(ports.database, port, faults)
  const authConnectionString = `postgres://supabase_auth_admin:${authPassword}@127.0.0.1:${port}/project?sslmode=disable`
  return { authConnectionString, siteConnectionString, close }
}
