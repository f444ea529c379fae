import type pg from 'pg'
import { createModeCheck, createRowSetting, databaseChecks, siteRole } from './databaseChecks.ts'
import { remind, type Setting } from './findings.ts'
import { listPendingMigrations, migrateDatabase, withClient } from './migrateDatabase.ts'
import { requireVariable, type Settings } from './settings.ts'
import { createSiteLogin, isSiteConnectionString } from './siteLogin.ts'

/** Returns the settings that only the tables' owner can write: the migrations, and the login of the site's role. */
function listOwnerSettings(ownerUrl: string, settings: Settings): Setting[] {
  const { DATABASE_CA: ca, DATABASE_URL: url = ownerUrl } = settings
  return [
    {
      wanted: 'Every migration in supabase/migrations is applied.',
      // Until all are applied, tables that the other checks query may be missing.
      isRequired: true,
      check: async () => {
        const pending = await withClient(ownerUrl, ca, listPendingMigrations)
        return pending.length ? `Not applied yet: ${pending.join(', ')}.` : undefined
      },
      write: () => migrateDatabase(ownerUrl, { ca }),
    },
    {
      wanted: `The role ${siteRole} has a login.`,
      check: async () => {
        const query = `select from pg_roles where rolname = '${siteRole}' and rolcanlogin`
        const { rowCount } = await withClient(ownerUrl, ca, (client) => client.query(query))
        return rowCount ? undefined : `The role ${siteRole} has no login.`
      },
      // Saves the owner's connection string before replacing it, since its password is stored nowhere else.
      write: async (store) => {
        if (!settings.DATABASE_OWNER_URL) store('DATABASE_OWNER_URL', ownerUrl)
        store('DATABASE_URL', await createSiteLogin(ownerUrl, url, ca))
      },
    },
  ]
}

/**
 * Returns the database settings: the migrations, the login and privileges of the site's role, encryption, access to
 * tables, and the state of memberships and background work.
 */
export function listDatabaseSettings(settings: Settings): Setting[] {
  const { DATABASE_URL: url, DATABASE_CA: ca, DATABASE_OWNER_URL, STRIPE_SECRET_KEY: stripeKey } = settings
  const ownerUrl = DATABASE_OWNER_URL ?? url
  const ownerSettings =
    ownerUrl && !isSiteConnectionString(ownerUrl)
      ? listOwnerSettings(ownerUrl, settings)
      : [remind('DATABASE_OWNER_URL is needed to check whether every migration is applied.')]
  if (!url)
    return [...ownerSettings, requireVariable(settings, 'DATABASE_URL', 'nothing can be sold without it.')]
  const connect = <Result>(action: (client: pg.Client) => Promise<Result>) => withClient(url, ca, action)
  const checks = [...(stripeKey ? [createModeCheck(stripeKey)] : []), ...databaseChecks]
  return [
    ...ownerSettings,
    {
      wanted: 'The database responds; a connection to another machine is encrypted and verified.',
      isRequired: true,
      check: () => connect(async () => undefined),
    },
    ...checks.map((check) => createRowSetting(check, connect)),
  ]
}
