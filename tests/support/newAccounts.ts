import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type RunningCloud, startLocalCloud } from 'local-cloud/testing/cloudProcess'
import { readEnvironmentFile, setVariable } from '../../scripts/provision/environmentFile.ts'

/** Empty accounts with Sanity, Supabase, Stripe and EmailJS, and their keys. */
export type NewAccounts = {
  cloud: RunningCloud
  /** The URL of the future site, which does not run yet. */
  site: string
  sitePort: number
  /** Variables with the vendors' origins, which hosted accounts do not need. */
  vendorOrigins: Record<string, string>
  /** Writes the keys of the accounts into the environment file, as their owner does; some differently. */
  fillIn(changes?: Record<string, string>): void
  folder: string
  /** The path of the environment file that `npm run provision` writes. */
  environmentFile: string
  /** Reads the variables of the environment file. */
  readEnvironmentFile(): Record<string, string | undefined>
  close(): Promise<void>
}

/** Creates empty accounts on a separate local cloud. */
export async function openNewAccounts(): Promise<NewAccounts> {
  const cloud = await startLocalCloud()
  const sitePort = cloud.portBase - 1
  const site = `http://localhost:${sitePort}`
  const folder = mkdtempSync(join(tmpdir(), 'live-'))
  const environmentFile = join(folder, '.env.production.local')
  const {
    // Hosted accounts do not need the vendors' origins.
    NEXT_PUBLIC_SANITY_API_HOST,
    SANITY_STREAM_ORIGINS,
    SUPABASE_API_ORIGIN,
    STRIPE_API_ORIGIN,
    NEXT_PUBLIC_EMAILJS_ORIGIN,
    // Provisioning creates these.
    SANITY_API_READ_TOKEN: _,
    SANITY_WEBHOOK_SECRET: __,
    STRIPE_WEBHOOK_SECRET: ___,
    LOCAL_CONTROL_TOKEN: ____,
    ...accounts
  } = cloud.env
  const keys = { ...accounts, NEXT_PUBLIC_SITE_URL: site, DATABASE_OWNER_URL: accounts.DATABASE_URL }
  return {
    cloud,
    site,
    sitePort,
    folder,
    environmentFile,
    vendorOrigins: {
      NEXT_PUBLIC_SANITY_API_HOST,
      SANITY_STREAM_ORIGINS,
      SUPABASE_API_ORIGIN,
      STRIPE_API_ORIGIN,
      NEXT_PUBLIC_EMAILJS_ORIGIN,
    },
    fillIn: (changes = {}) => {
      for (const [name, value] of Object.entries({ ...keys, ...changes }))
        setVariable(environmentFile, name, value)
    },
    readEnvironmentFile: () => readEnvironmentFile(environmentFile),
    close: async () => {
      await cloud.remove()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
