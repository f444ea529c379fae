import type pg from 'pg'
import { liveStatuses } from '@/lib/membership/mirror/entitlement'
import { isLiveKey } from '@/lib/membership/mode'
import type { Setting } from './findings.ts'

/** The maximum number of rows that a message lists. */
const maxListedRows = 10

/** A check that finds rows that should not exist. */
export type RowCheck = {
  wanted: string
  /** Selects a string named `item` for each wrong row. */
  query: string
  /** The query's parameter, if it has one. */
  parameter?: unknown
  /** Formats the message about wrong rows, given their joined items. */
  format(list: string): string
}

/** Creates a setting from a check; `connect` runs an action with a database client. */
export const createRowSetting = (
  { wanted, query, parameter, format }: RowCheck,
  connect: <Result>(action: (client: pg.Client) => Promise<Result>) => Promise<Result>,
): Setting => ({
  wanted,
  check: async () => {
    const parameters = parameter === undefined ? [] : [parameter]
    const { rows } = await connect((client) => client.query<{ item: string }>(query, parameters))
    if (rows.length === 0) return undefined
    const items = rows.slice(0, maxListedRows).map(({ item }) => item)
    return format([...items, ...(rows.length > maxListedRows ? ['and others'] : [])].join('; '))
  },
})

/** The role that the site signs in as; supabase/migrations creates it. */
export const siteRole = 'site'

const all = ['SELECT', 'INSERT', 'UPDATE', 'DELETE']
const allButDelete = ['SELECT', 'INSERT', 'UPDATE']

/** The privileges of the site's role on each table, granted by supabase/migrations. */
export const siteRights: Record<string, readonly string[]> = {
  alerts: allButDelete,
  consents: all,
  customers: allButDelete,
  introductions: ['SELECT', 'INSERT'],
  leases: all,
  notices: all,
  rate_limits: all,
  reconcile_cursors: allButDelete,
  stripe_events: ['SELECT', 'INSERT', 'DELETE'],
  stripe_mode: ['SELECT', 'INSERT'],
  subscriptions: allButDelete,
  sync_queue: all,
}

/** {@link siteRights} as strings such as `DELETE customers`. */
const siteRightTexts = Object.entries(siteRights).flatMap(([table, list]) =>
  list.map((privilege) => `${privilege} ${table}`),
)

/** SQL for the first line of a stored error, without its stack. */
const selectErrorLine = `split_part(coalesce(last_error, 'never tried'), chr(10), 1)`

/** Creates the check that the data is from the Stripe key's mode (live or test). */
export const createModeCheck = (stripeKey: string): RowCheck => ({
  wanted: "All data is from the key's Stripe mode (live or test).",
  parameter: isLiveKey(stripeKey),
  query: `select case when livemode then 'live' else 'test' end as item from stripe_mode where livemode <> $1`,
  format: (mode) =>
    `The data is from Stripe's ${mode} mode, but STRIPE_SECRET_KEY is for the other mode, so the site refuses to sell: use a key for the data's mode, or a new database.`,
})

/**
 * Checks of the schema `public`, the site's role, memberships and the emails in the outbox. A Supabase project's
 * data API uses the roles anon, authenticated and service_role.
 */
export const databaseChecks: readonly RowCheck[] = [
  {
    wanted: `The site signs in as the role ${siteRole}.`,
    query: `select current_user as item where current_user <> '${siteRole}'`,
    format: (name) =>
      `The site signs in as ${name}: set DATABASE_URL to the connection string of the role ${siteRole}. If it was lost: alter role ${siteRole} nologin, then run npm run provision, which writes one with a new password.`,
  },
  {
    wanted: 'Row-level security is on.',
    query: `select relname as item from pg_class
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relrowsecurity order by 1`,
    format: (list) => `Row-level security is off for ${list}: turn it on.`,
  },
  {
    wanted: 'The data API has no access to tables.',
    query: `select rolname || ' ' || string_agg(relname, ', ' order by relname) as item
       from pg_roles, pg_class
      where rolname in ('anon', 'authenticated', 'service_role')
        and relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm')
        and has_table_privilege(pg_roles.oid, pg_class.oid, 'select, insert, update, delete, truncate')
      group by rolname order by rolname`,
    format: (list) => `The data API has access to tables: ${list}. Revoke its privileges.`,
  },
  {
    wanted: `The role ${siteRole} has exactly the privileges that the site needs.`,
    parameter: siteRightTexts,
    query: `select unnest(array_remove(array[
          case when rolsuper then 'is a superuser' end,
          case when rolbypassrls then 'bypasses row-level security' end,
          case when rolcreaterole then 'may create roles' end,
          case when rolcreatedb then 'may create databases' end,
          case when exists (select from pg_auth_members where member = pg_roles.oid) then 'belongs to other roles' end,
          case when exists (select from pg_class where relowner = pg_roles.oid) then 'owns tables' end,
          case when has_schema_privilege(oid, 'public', 'create') then 'may create tables' end
        ], null)) as item from pg_roles where rolname = '${siteRole}'
      union all
      select 'may ' || privilege || ' ' || relname
        from pg_class, unnest('{SELECT,INSERT,UPDATE,DELETE,TRUNCATE,REFERENCES,TRIGGER}'::text[]) as privilege
       where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm')
         and has_table_privilege('${siteRole}', pg_class.oid, privilege)
         and privilege || ' ' || relname <> all ($1::text[])
      union all
      select 'may not ' || needed from unnest($1::text[]) as needed where not coalesce(has_table_privilege(
        '${siteRole}', to_regclass('public.' || split_part(needed, ' ', 2)), split_part(needed, ' ', 1)), false)`,
    format: (list) =>
      `The role ${siteRole} does not have exactly the privileges that the site needs: it ${list}.`,
  },
  {
    wanted: `The role ${siteRole} has a statement timeout.`,
    query: `select rolname as item from pg_roles where rolname = '${siteRole}' and not exists (
        select from unnest(rolconfig) as setting where setting ~ '^statement_timeout=(?!0$)')`,
    format: (role) => `The role has no statement timeout: alter role ${role} set statement_timeout = '10s'.`,
  },
  {
    wanted: 'The scheduler has run within the last hour.',
    query: `select coalesce('since ' || max(updated_at), 'yet') as item from reconcile_cursors where name = 'events'
      having coalesce(max(updated_at) < now() - interval '1 hour', true)`,
    format: (time) =>
      `The scheduler has not run ${time}, or the site could not reach Stripe: missed webhooks are not processed. Have the scheduler request /api/cron/reconcile every ten minutes (docs/configuration.md, "Scheduler").`,
  },
  {
    wanted: 'No customer repeatedly fails to sync.',
    // A short outage of a vendor can cause three failed attempts.
    query: `select stripe_customer_id || ', ' || attempts || ' times (' || ${selectErrorLine} || ')' as item
      from sync_queue where attempts > 3 order by attempts desc, stripe_customer_id`,
    format: (list) => `Customers that could not be processed: ${list}.`,
  },
  {
    wanted: 'Every member has an account.',
    parameter: liveStatuses,
    query: `select distinct stripe_customer_id || ' (' || account_problem || ')' as item
      from customers join subscriptions using (stripe_customer_id)
      where account_problem is not null and status = any ($1) order by item`,
    format: (list) =>
      `Members who can't sign in but are still charged: ${list}. See docs/memberships.md, "Accounts".`,
  },
  {
    wanted: 'No person has two live memberships.',
    parameter: liveStatuses,
    query: `select min(stripe_customer_id) || ' (' || string_agg(stripe_subscription_id, ', ' order by started_at) || ')' as item
      from subscriptions join customers c using (stripe_customer_id) where status = any ($1)
      group by coalesce(lower(c.email), stripe_customer_id) having count(*) > 1 order by item`,
    format: (list) =>
      `People with more than one live membership: ${list}. See docs/runbook.md, "Second membership".`,
  },
  {
    wanted: 'Every email that was due was sent, or is about to be.',
    query: `select kind || ' of ' || stripe_subscription_id || ' for ' || to_char(period at time zone 'UTC', 'YYYY-MM-DD')
        || case when kind in ('introEnd', 'feeChange') and period <= now() then ' was never sent' else ' cannot be sent' end
        || ' (' || ${selectErrorLine} || ')' as item
      from notices
      where sent_at is null and period > now() - interval '1 year'
        and (failed_at is not null or attempts > 2 or kind in ('introEnd', 'feeChange') and period <= now())
      order by period desc`,
    format: (list) => `Unsent emails: ${list}.`,
  },
  {
    wanted: 'Every alert was emailed, or is about to be.',
    query: `select key || ' (' || ${selectErrorLine} || ')' as item from alerts
      where sent_at is null and last_error is not null order by raised_at desc`,
    format: (list) => `Alerts that cannot be emailed: ${list}.`,
  },
]
