import type pg from 'pg'
import { getConnectionConfig } from '@/lib/databaseConnection'
import { checkRows, createModeCheck, databaseChecks, membershipChecks } from './databaseChecks.ts'
import { compare, type Reading, remind, type Setting } from './findings.ts'
import { listPendingMigrations, migrateDatabase, withClient } from './migrateDatabase.ts'
import type { Settings, StoreVariable } from './settings.ts'
import { createSiteLogin, hasOneUser, hasSiteLogin, isSiteConnectionString, siteRole } from './siteLogin.ts'
import { compareRights } from './siteRights.ts'

type Read = (client: pg.Client) => Promise<Reading | Reading[]>

/** Returns the settings that the owner of the tables writes: the migrations, and the login of the site's role. */
function listOwnerSettings(ownerUrl: string, settings: Settings, store: StoreVariable): Setting[] {
  const { DATABASE_CA: ca, DATABASE_OWNER_URL, DATABASE_URL: url = ownerUrl } = settings
  const migrations: Setting = {
    failure: 'The database refuses its owner',
    // Without a migration, the other checks lack tables.
    isRequired: true,
    read: async () => {
      const pending = await withClient(ownerUrl, ca, (client) => listPendingMigrations(client))
      return compare(
        pending.length === 0,
        'Every migration of supabase/migrations is applied.',
        `Not applied yet: ${pending.join(', ')}.`,
      )
    },
    plan: 'apply the migrations',
    write: async () => `Applied ${(await migrateDatabase(ownerUrl, { ca })).join(', ')}.`,
  }
  if (hasOneUser({ DATABASE_URL: url, DATABASE_OWNER_URL })) return [migrations]
  const login: Setting = {
    failure: 'The role of the site cannot be read',
    read: async () => {
      // If DATABASE_URL has another user, an earlier run ended before it stored the password, or the file was lost.
      const hint = isSiteConnectionString(url)
        ? '.'
        : `, and DATABASE_URL is not its connection string. For one with a new password: alter role ${siteRole} nologin, then run this again.`
      return compare(
        await withClient(ownerUrl, ca, hasSiteLogin),
        `The role ${siteRole} has a login${hint}`,
        `The role ${siteRole} has no login.`,
      )
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
 * Returns the settings of the database: the migrations, the login and the rights of the site's role, encryption, closed
 * tables, and the site's memberships and background work.
 *
 * @param store - receives the site's own connection string, since its password is stored nowhere else
 */
export function listDatabaseSettings(settings: Settings, store: StoreVariable): Setting[] {
  const { DATABASE_URL: url, DATABASE_CA: ca, DATABASE_OWNER_URL, STRIPE_SECRET_KEY: stripeKey } = settings
  const ownerUrl = DATABASE_OWNER_URL ?? url
  const ownerSettings =
    ownerUrl && !isSiteConnectionString(ownerUrl)
      ? listOwnerSettings(ownerUrl, settings, store)
      : [remind('DATABASE_OWNER_URL is needed to check whether every migration is applied.')]
  const missing: Reading = {
    state: 'wrong',
    text: 'DATABASE_URL is missing: nothing can be sold without it.',
  }
  if (!url) return [...ownerSettings, { failure: '', read: async () => missing }]
  const createRow = (read: Read): Setting => ({
    failure: 'The database does not respond',
    isRequired: true,
    read: () => withClient(url, ca, read),
  })
  const encryption = async (): Promise<Reading> =>
    getConnectionConfig(url, ca).ssl === false
      ? { state: 'note', text: 'The connection is not encrypted, and does not leave this machine.' }
      : {
          state: 'right',
          text: `The connection is encrypted, and the server was verified with ${ca ? 'DATABASE_CA' : 'a certificate that Node trusts'}.`,
        }
  const role: Read = hasOneUser({ DATABASE_URL: url, DATABASE_OWNER_URL })
    ? async () => ({ state: 'note', text: 'The database is on this machine, and has a single user.' })
    : checkRole
  const reads: Read[] = [
    encryption,
    (client) => checkRows(client, databaseChecks),
    role,
    (client) => checkRows(client, [...(stripeKey ? [createModeCheck(stripeKey)] : []), ...membershipChecks]),
  ]
  return [
    ...ownerSettings,
    createRow(async (client) => {
      const readings: Reading[] = []
      for (const read of reads) readings.push(...[await read(client)].flat())
      return readings
    }),
  ]
}

async function checkRole(client: pg.Client): Promise<Reading[]> {
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
  const isSite = role?.name === siteRole
  const signIn = compare(
    isSite,
    `The site signs in as the role ${siteRole}.`,
    `The site signs in as ${role?.name}: set DATABASE_URL to the connection string of the role ${siteRole}, which npm run provision prints.`,
  )
  if (!isSite) return [signIn]
  const { surplus, missing } = await compareRights(client, siteRole)
  const excessRights = [...role.rights, ...surplus.map((right) => `may ${right}`)]
  return [
    signIn,
    compare(
      excessRights.length === 0,
      'It may do no more than the site does.',
      `It may do more than the site does: it ${excessRights.join(', ')}.`,
    ),
    compare(
      missing.length === 0,
      'It may do all that the site does.',
      `It may not do what the site does: ${missing.join(', ')}.`,
    ),
    compare(
      role.timeout !== '0',
      `The server ends its statements after ${role.timeout}.`,
      `Nothing ends its statements: alter role ${siteRole} set statement_timeout = '10s'.`,
    ),
  ]
}
