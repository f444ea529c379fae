import { listDatabaseSettings } from './database.ts'
import { type Findings, readTable, type Vendor } from './findings.ts'
import { listMailSettings } from './mail.ts'
import { fetchPublishedTerms, listSanitySettings } from './sanity.ts'
import type { Settings, StoreVariable } from './settings.ts'
import { listStripeSettings } from './stripe.ts'
import { listAuthSettings } from './supabase.ts'

/**
 * Returns the tables of all vendors. Each is created after the earlier vendors have their settings, since the seed has the
 * terms and the site's name.
 *
 * @param options.store - receives variables that the site needs from now on
 * @param options.skipsSeed - whether an empty dataset stays empty, for restoring a backup
 */
export const listVendors = (
  settings: Settings,
  { store = () => '', skipsSeed = false }: { store?: StoreVariable; skipsSeed?: boolean | undefined } = {},
): Vendor[] => [
  {
    name: 'Sanity',
    keyVariable: 'SANITY_API_WRITE_TOKEN',
    listSettings: () => listSanitySettings(settings, skipsSeed),
  },
  {
    name: 'Supabase',
    keyVariable: 'SUPABASE_ACCESS_TOKEN',
    listSettings: () => listAuthSettings(settings),
  },
  {
    name: 'Postgres',
    keyVariable: 'DATABASE_OWNER_URL',
    listSettings: () => listDatabaseSettings(settings, store),
  },
  {
    name: 'Stripe',
    keyVariable: 'STRIPE_SECRET_KEY',
    listSettings: async () => listStripeSettings(settings, await fetchPublishedTerms(settings), store),
  },
  { name: 'Mail', listSettings: () => listMailSettings(settings) },
]

/** Reads the settings of every vendor, and changes nothing. */
export const readVendors = (settings: Settings): Promise<Findings[]> =>
  Promise.all(
    listVendors(settings).map(async ({ name, listSettings }) => ({
      vendor: name,
      readings: await readTable(await listSettings()),
    })),
  )
