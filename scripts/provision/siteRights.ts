import type pg from 'pg'

const privileges = ['SELECT', 'INSERT', 'UPDATE', 'DELETE', 'TRUNCATE', 'REFERENCES', 'TRIGGER'] as const
type Privilege = (typeof privileges)[number]

/** The privileges for tables whose rows the site never deletes. */
const privilegesWithoutDelete: readonly Privilege[] = ['SELECT', 'INSERT', 'UPDATE']
/** The privileges for tables from which the site deletes rows. */
const privilegesWithDelete: readonly Privilege[] = ['SELECT', 'INSERT', 'UPDATE', 'DELETE']

/** The privileges of the site's role for each table, which supabase/migrations grants. */
export const siteRights: Record<string, readonly Privilege[]> = {
  alerts: privilegesWithoutDelete,
  consents: privilegesWithDelete,
  customers: privilegesWithoutDelete,
  introductions: ['SELECT', 'INSERT'],
  leases: privilegesWithDelete,
  notices: privilegesWithDelete,
  offer_changes: ['SELECT', 'INSERT'],
  rate_limits: privilegesWithDelete,
  reconcile_cursors: privilegesWithoutDelete,
  stripe_events: ['SELECT', 'INSERT', 'DELETE'],
  stripe_mode: ['SELECT', 'INSERT'],
  subscriptions: privilegesWithoutDelete,
  sync_queue: privilegesWithDelete,
}

/**
 * Compares a role's privileges for the tables of the schema `public` with {@link siteRights}.
 *
 * @param client - connected to the database; only used for reading
 * @returns strings such as `DELETE customers`
 */
export async function compareRights(
  client: pg.Client,
  role: string,
): Promise<{ surplus: string[]; missing: string[] }> {
  const { rows } = await client.query<{ right: string }>(
    `select privilege || ' ' || relname as right from pg_class, unnest($2::text[]) as privilege
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm')
        and has_table_privilege($1, pg_class.oid, privilege)
      order by relname`,
    [role, privileges],
  )
  const held = new Set(rows.map(({ right }) => right))
  const needed = new Set(
    Object.entries(siteRights).flatMap(([table, list]) => list.map((privilege) => `${privilege} ${table}`)),
  )
  return {
    surplus: [...held].filter((right) => !needed.has(right)),
    missing: [...needed].filter((right) => !held.has(right)),
  }
}
