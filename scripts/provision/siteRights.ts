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
  disputes: privilegesWithoutDelete,
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

/** The difference between a role's table rights and the expected ones, such as `DELETE customers`. */
export type RightsDifference = { surplus: string[]; missing: string[] }

/**
 * Compares a role's privileges for the tables of the schema `public` with {@link siteRights}.
 *
 * @param client - connected to the database; only used for reading
 */
export async function compareRights(client: pg.Client, role: string): Promise<RightsDifference> {
  const { rows } = await client.query<{ name: string; held: Privilege[] }>(
    `select relname as name,
        array(select privilege from unnest($2::text[]) as privilege
          where has_table_privilege($1, pg_class.oid, privilege)) as held
       from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm')
      order by relname`,
    [role, privileges],
  )
  const heldByTable = new Map(rows.map((row) => [row.name, row.held]))
  const difference: RightsDifference = { surplus: [], missing: [] }
  for (const name of new Set([...Object.keys(siteRights), ...heldByTable.keys()])) {
    const needed = siteRights[name] ?? []
    const held = heldByTable.get(name) ?? []
    difference.surplus.push(
      ...held.filter((privilege) => !needed.includes(privilege)).map((privilege) => `${privilege} ${name}`),
    )
    difference.missing.push(
      ...needed.filter((privilege) => !held.includes(privilege)).map((privilege) => `${privilege} ${name}`),
    )
  }
  return difference
}
