import type pg from 'pg'
import { getConnectionConfig } from '@/lib/databaseConnection'
import { Findings, type Setting } from './findings.ts'
import { checkMemberships } from './memberships.ts'
import { listPendingMigrations, migrateDatabase, withClient } from './migrateDatabase.ts'
import type { Settings, StoreVariable } from './settings.ts'
import { createSiteLogin, hasOneUser, hasSiteLogin, isSiteConnectionString, siteRole } from './siteLogin.ts'
import { compareRights } from './siteRights.ts'

/** Connects for an action; waits long enough for a paused database to start. */
const connect = <Result>(
  url: string,
  ca: string | undefined,
  action: (client: pg.Client) => Promise<Result>,
) => withClient(url, ca, action, 60_000)

/** The database roles of a Supabase project's data API. */
const apiRoles = ['anon', 'authenticated', 'service_role']

/** Finds the connection string of the tables' owner; undefined without one. */
function findOwnerConnectionString({ DATABASE_URL, DATABASE_OWNER_URL }: Settings): string | undefined {
  const url = DATABASE_OWNER_URL ?? DATABASE_URL
  return url && !isSiteConnectionString(url) ? url : undefined
}

const createMigrationSetting = (ownerUrl: string, ca: string | undefined): Setting => ({
  failure: 'The database refuses its owner',
  read: async () => {
    const pending = await connect(ownerUrl, ca, (client) => listPendingMigrations(client))
    return pending.length
      ? [false, `Not applied yet: ${pending.join(', ')}.`]
      : [true, 'Every migration of supabase/migrations is applied.']
  },
  plan: 'apply the migrations',
  write: async () => `Applied ${(await migrateDatabase(ownerUrl, { ca })).join(', ')}.`,
})

/**
 * Returns the settings of the database: the migrations, and the login of the site's role, except in the local cloud.
 *
 * @param store - receives the site's own connection string, since its password is stored nowhere else
 */
export function listDatabaseSettings(settings: Settings, store: StoreVariable): Setting[] {
  const { DATABASE_CA: ca, DATABASE_OWNER_URL } = settings
  const ownerUrl = findOwnerConnectionString(settings)
  if (!ownerUrl) return []
  const migrations = createMigrationSetting(ownerUrl, ca)
  const url = settings.DATABASE_URL ?? ownerUrl
  if (hasOneUser({ DATABASE_URL: url, DATABASE_OWNER_URL })) return [migrations]
  const login: Setting = {
    failure: 'The role of the site cannot be read',
    read: async () => {
      if (!(await connect(ownerUrl, ca, hasSiteLogin))) return [false, `The role ${siteRole} has no login.`]
      // If DATABASE_URL has another user, an earlier run ended before it stored the password, or the file was lost.
      const isStored = isSiteConnectionString(url)
      const hint = `and DATABASE_URL is not its connection string. For one with a new password: alter role ${siteRole} nologin, then run this again.`
      return [true, `The role ${siteRole} has a login${isStored ? '.' : `, ${hint}`}`]
    },
    plan: `give the role ${siteRole} a login`,
    write: async () => {
      const owner = DATABASE_OWNER_URL ? '' : ` ${store('DATABASE_OWNER_URL', ownerUrl)}`
      const site = store('DATABASE_URL', await createSiteLogin(ownerUrl, url, ca))
      return `Gave the role ${siteRole} a login. ${site}${owner}`
    },
  }
  return [migrations, login]
}

/**
 * Checks that every migration is applied, and then, unless one is missing: that the connection is encrypted or local,
 * that row-level security is on, that the data API reaches no table, that the site's role has the rights that it needs
 * and no others, and the site's memberships and background work.
 */
export async function checkDatabase(settings: Settings): Promise<Findings> {
  const { DATABASE_URL: url, DATABASE_CA: ca, DATABASE_OWNER_URL } = settings
  const findings = new Findings('Postgres')
  if (!url) {
    findings.fail('DATABASE_URL is missing: nothing can be sold without it.')
    return findings
  }
  const ownerUrl = findOwnerConnectionString(settings)
  if (ownerUrl) await findings.checkSettings([createMigrationSetting(ownerUrl, ca)])
  else findings.requireOperator('DATABASE_OWNER_URL is needed to check whether every migration is applied.')
  // Without a migration, the other checks lack tables.
  if (findings.list.some(({ text }) => text.startsWith('Not applied yet'))) return findings
  await findings.attempt('The database does not respond', () =>
    connect(url, ca, async (client) => {
      if (getConnectionConfig(url, ca).ssl === false)
        findings.note('The connection is not encrypted, and does not leave this machine.')
      else
        findings.pass(
          `The connection is encrypted, and the server was verified with ${ca ? 'DATABASE_CA' : 'a certificate that Node trusts'}.`,
        )
      await checkTables(findings, client)
      if (hasOneUser({ DATABASE_URL: url, DATABASE_OWNER_URL }))
        findings.note('The database is on this machine, and has a single user.')
      else await checkRole(findings, client)
      await checkMemberships(findings, client, settings.STRIPE_SECRET_KEY)
    }),
  )
  return findings
}

async function checkTables(findings: Findings, client: pg.Client): Promise<void> {
  const { rows: unprotectedTables } = await client.query<{ name: string }>(
    `select relname as name from pg_class
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relrowsecurity order by 1`,
  )
  const names = unprotectedTables.map(({ name }) => name).join(', ')
  findings.expect(
    unprotectedTables.length === 0,
    'Row-level security is on.',
    `Row-level security is off for ${names}: turn it on.`,
  )
  const { rows: accessibleTables } = await client.query<{ role: string; tables: string }>(
    `select rolname as role, string_agg(relname, ', ' order by relname) as tables
       from pg_roles, pg_class
      where rolname = any ($1) and relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm')
        and has_table_privilege(pg_roles.oid, pg_class.oid, 'select, insert, update, delete, truncate')
      group by rolname order by rolname`,
    [apiRoles],
  )
  findings.expect(
    accessibleTables.length === 0,
    'The data API reaches no table.',
    `The data API reaches tables: ${accessibleTables.map(({ role, tables }) => `${role} ${tables}`).join('; ')}. Revoke the rights.`,
  )
}

async function checkRole(findings: Findings, client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string; rights: string[]; timeout: string }>(
    `select current_user as name, current_setting('statement_timeout') as timeout,
        array_remove(array[
          case when rolsuper then 'is a superuser' end,
          case when rolbypassrls then 'bypasses row-level security' end,
          case when rolcreaterole then 'may create roles' end,
          case when rolcreatedb then 'may create databases' end,
          case when exists (select from pg_auth_members where member = pg_roles.oid) then 'belongs to other roles' end,
          case when exists (select from pg_class where relowner = pg_roles.oid) then 'owns tables' end,
          case when has_schema_privilege('public', 'create') then 'may create tables' end
        ], null) as rights
       from pg_roles where rolname = current_user`,
  )
  const [role] = rows
  findings.expect(
    role?.name === siteRole,
    `The site signs in as the role ${siteRole}.`,
    `The site signs in as ${role?.name}: set DATABASE_URL to the connection string of the role ${siteRole}, which npm run provision prints.`,
  )
  if (role?.name !== siteRole) return
  const { surplus, missing } = await compareRights(client, siteRole)
  const excessRights = [...role.rights, ...surplus.map((right) => `may ${right}`)]
  findings.expect(
    excessRights.length === 0,
    'It may do no more than the site does.',
    `It may do more than the site does: it ${excessRights.join(', ')}.`,
  )
  findings.expect(
    missing.length === 0,
    'It may do all that the site does.',
    `It may not do what the site does: ${missing.join(', ')}.`,
  )
  findings.expect(
    role.timeout !== '0',
    `The server ends its statements after ${role.timeout}.`,
    `Nothing ends its statements: alter role ${siteRole} set statement_timeout = '10s'.`,
  )
}
