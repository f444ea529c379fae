import type pg from 'pg'

const privileges = ['SELECT', 'INSERT', 'UPDATE', 'DELETE', 'TRUNCATE', 'REFERENCES', 'TRIGGER'] as const
type Privilege = (typeof privileges)[number]

/** Columns that are never deleted. */
const preserved: readonly Privilege[] = ['SELECT', 'INSERT', 'UPDATE']
/** Columns that an account deletion or a reconciliation clears. */
const anonymized: readonly Privilege[] = ['SELECT', 'INSERT', 'UPDATE', 'DELETE']

/** The privileges of the site's role for each table, which supabase/migrations grants. */
export const siteRights: Record<string, readonly Privilege[]> = {
  claims: anonymized,
  consents: anonymized,
  customers: preserved,
  disputes: preserved,
  introduction_cards: ['SELECT', 'INSERT'],
  introductions: ['SELECT', 'INSERT'],
  leases: anonymized,
  notices: anonymized,
  offer_changes: ['SELECT', 'INSERT'],
  rate_limits: anonymized,
  reconcile_cursors: preserved,
  refunds: preserved,
  stripe_attempts: anonymized,
  stripe_events: ['SELECT', 'INSERT', 'DELETE'],
  stripe_mode: ['SELECT', 'INSERT'],
  subscriptions: preserved,
  sync_queue: anonymized,
}

/** The difference between a role's table rights and the expected ones, such as `DELETE customers`. */
export type RightsDifference = { surplus: string[]; missing: string[] }

/**
 * Compares what a role may do with the tables of the schema `public` with what the site does.
 *
 * @param client - connected to the database; only read with
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
  const held = new Map(rows.map((row) => [row.name, row.held]))
  const difference: RightsDifference = { surplus: [], missing: [] }
  for (const name of new Set([...Object.keys(siteRights), ...held.keys()])) {
    const needed = siteRights[name] ?? []
    const given = held.get(name) ?? []
    difference.surplus.push(...given.filter((one) => !needed.includes(one)).map((one) => `${one} ${name}`))
    difference.missing.push(...needed.filter((one) => !given.includes(one)).map((one) => `${one} ${name}`))
  }
  return difference
}
