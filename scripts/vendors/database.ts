import pg from 'pg'
import { getConnectionConfig } from '@/lib/databaseConnection'
import { Findings } from '../lib/findings.ts'
import { migrateDatabase, pendingMigrations } from '../lib/migrateDatabase.ts'
import type { Settings } from '../lib/settings.ts'
import { createSiteLogin, hasOneUser, isSiteConnectionString, siteRole } from '../lib/siteLogin.ts'
import { compareRights } from '../lib/siteRights.ts'
import type { Steps } from '../lib/steps.ts'
import { checkMemberships } from './memberships.ts'

/** A database that sleeps needs a while to wake up. Milliseconds. */
const timeoutMs = 60_000

/** Those who come through the data API of a Supabase project. */
const apiRoles = ['anon', 'authenticated', 'service_role']

async function withClient(
  connectionString: string,
  ca: string | undefined,
  work: (client: pg.Client) => Promise<void>,
): Promise<void> {
  const client = new pg.Client({
    ...getConnectionConfig(connectionString, ca),
    connectionTimeoutMillis: timeoutMs,
  })
  // The pending statement rejects when the connection breaks.
  client.on('error', () => {})
  try {
    await client.connect()
    await work(client)
  } finally {
    await client.end().catch(() => {})
  }
}

/**
 * Checks that the database is reachable safely, has every migration, and allows only the site to read its tables;
 * then the site's own work in the tables.
 */
export async function checkDatabase(settings: Settings): Promise<Findings> {
  const { DATABASE_URL: url, DATABASE_CA: ca, DATABASE_OWNER_URL: ownerUrl } = settings
  const findings = new Findings('Postgres')
  if (!url) {
    findings.expect(false, '', 'DATABASE_URL is missing: nothing can be sold without it.')
    return findings
  }
  let isCurrent = true
  const owner = ownerUrl ?? (isSiteConnectionString(url) ? undefined : url)
  if (owner) {
    await findings.attempt('The database refuses its owner', () =>
      withClient(owner, ca, async (client) => {
        const pending = await pendingMigrations(client)
        isCurrent = pending.length === 0
        findings.expect(
          isCurrent,
          'Every migration of supabase/migrations is applied.',
          `Not applied yet: ${pending.join(', ')}. npm run provision applies them.`,
        )
      }),
    )
  } else {
    findings.requireOperator('Only with DATABASE_OWNER_URL can be seen whether every migration is applied.')
  }
  if (!isCurrent) return findings
  await findings.attempt('The database does not respond', () =>
    withClient(url, ca, async (client) => {
      checkEncryption(findings, getConnectionConfig(url, ca).ssl !== false, ca !== undefined)
      await checkTables(findings, client)
      if (hasOneUser({ DATABASE_URL: url, DATABASE_OWNER_URL: ownerUrl })) {
        findings.note('The database is on this machine, and has one user for everything.')
      } else await checkRole(findings, client)
      await checkMemberships(findings, client, settings.STRIPE_SECRET_KEY)
    }),
  )
  return findings
}

/** A connection that is encrypted has been verified, or it would not be there. */
function checkEncryption(findings: Findings, isEncrypted: boolean, hasCa: boolean): void {
  if (!isEncrypted) findings.note('The connection is not encrypted, and does not leave this machine.')
  else {
    findings.expect(
      true,
      `The connection is encrypted, and the server has proved who it is by ${hasCa ? 'DATABASE_CA' : 'a certificate that Node trusts'}.`,
      '',
    )
  }
}

async function checkTables(findings: Findings, client: pg.Client): Promise<void> {
  const { rows: open } = await client.query<{ name: string }>(
    `select relname as name from pg_class
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relrowsecurity order by 1`,
  )
  const names = open.map(({ name }) => name).join(', ')
  findings.expect(
    open.length === 0,
    'Row-level security is on.',
    `Row-level security is off for ${names}: turn it on.`,
  )
  const { rows: granted } = await client.query<{ role: string; tables: string }>(
    `select rolname as role, string_agg(relname, ', ' order by relname) as tables
       from pg_roles, pg_class
      where rolname = any ($1) and relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm')
        and has_table_privilege(pg_roles.oid, pg_class.oid, 'select, insert, update, delete, truncate')
      group by rolname order by rolname`,
    [apiRoles],
  )
  findings.expect(
    granted.length === 0,
    'The data API reaches no table.',
    `The data API reaches tables: ${granted.map(({ role, tables }) => `${role} ${tables}`).join('; ')}. Revoke the rights.`,
  )
}

async function checkRole(findings: Findings, client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string; powers: string[]; timeout: string }>(
    `select current_user as name, current_setting('statement_timeout') as timeout,
        array_remove(array[
          case when rolsuper then 'is a superuser' end,
          case when rolbypassrls then 'passes row-level security by' end,
          case when rolcreaterole then 'may create roles' end,
          case when rolcreatedb then 'may create databases' end,
          case when exists (select from pg_auth_members where member = pg_roles.oid) then 'belongs to other roles' end,
          case when exists (select from pg_class where relowner = pg_roles.oid) then 'owns tables' end,
          case when has_schema_privilege('public', 'create') then 'may create tables' end
        ], null) as powers
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
  const powers = [...role.powers, ...surplus.map((right) => `may ${right}`)]
  findings.expect(
    powers.length === 0,
    'It may do no more than the site does.',
    `It may do more than the site does: it ${powers.join(', ')}.`,
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

/**
 * Applies the migrations, and gives the role of the site a login when it has none. Safe to repeat.
 *
 * @param steps - receives the site's own connection string, since its password is stored nowhere else
 * @throws Problem when the database refuses
 */
export async function provisionDatabase(settings: Settings, steps: Steps): Promise<void> {
  const { DATABASE_URL: url, DATABASE_CA: ca, DATABASE_OWNER_URL: ownerUrl } = settings
  const owner = ownerUrl ?? url
  if (!owner) return steps.note('The database was left out: DATABASE_URL is missing.')
  if (isSiteConnectionString(owner))
    return steps.note('The database was left out: DATABASE_OWNER_URL is missing.')
  let pending: string[] = []
  await withClient(owner, ca, async (client) => {
    pending = await pendingMigrations(client)
  })
  if (pending.length === 0) steps.note('Has every migration.')
  else {
    await steps.make(`apply ${pending.join(', ')}`, async () => {
      return `Applied ${(await migrateDatabase(owner, { ca })).join(', ')}.`
    })
  }
  if (hasOneUser({ DATABASE_URL: url ?? owner, DATABASE_OWNER_URL: ownerUrl })) return
  let connectionString: string | undefined
  await steps.make(`give the role ${siteRole} a login unless it has one`, async () => {
    connectionString = await createSiteLogin(owner, url ?? owner, ca)
    if (!connectionString) {
      // It was broken off before the password was written down, or the file was lost.
      return isSiteConnectionString(url ?? owner)
        ? `The role ${siteRole} has a login.`
        : `The role ${siteRole} has a login, and DATABASE_URL is not its connection string. For one with a new password: alter role ${siteRole} nologin, then run this again.`
    }
    return `Gave the role ${siteRole} a login. ${steps.hand('DATABASE_URL', connectionString)}`
  })
  if (!connectionString || ownerUrl) return
  steps.note(
    steps.keeps
      ? steps.hand('DATABASE_OWNER_URL', owner)
      : 'The present DATABASE_URL is that of the owner: keep it as DATABASE_OWNER_URL.',
  )
}
