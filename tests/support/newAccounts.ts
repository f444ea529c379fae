import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { type RunningCloud, startLocalCloud } from 'local-cloud/testing/cloudProcess'
import { openEnvironmentFile } from '../../scripts/provision/environmentFile.ts'
import { inputs } from '../../scripts/provision/inputs.ts'

/** Empty accounts at Sanity, Supabase, Stripe and EmailJS, and their keys. */
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
  const { env } = cloud
  const sitePort = cloud.portBase - 1
  const site = `http://localhost:${sitePort}`
  const folder = mkdtempSync(join(tmpdir(), 'live-'))
  const environmentFile = join(folder, '.env.production.local')
  const ownValues = {
    NEXT_PUBLIC_SITE_URL: site,
    NEXT_PUBLIC_SANITY_PROJECT_ID: 'local',
    NEXT_PUBLIC_SANITY_DATASET: '',
    DATABASE_OWNER_URL: env.DATABASE_URL,
  }
  return {
    cloud,
    site,
    sitePort,
    folder,
    environmentFile,
    vendorOrigins: {
      NEXT_PUBLIC_SANITY_API_HOST: env.NEXT_PUBLIC_SANITY_API_HOST,
      SANITY_STREAM_ORIGINS: env.SANITY_STREAM_ORIGINS,
      SUPABASE_API_ORIGIN: env.SUPABASE_API_ORIGIN,
      STRIPE_API_ORIGIN: env.STRIPE_API_ORIGIN,
      NEXT_PUBLIC_EMAILJS_ORIGIN: env.NEXT_PUBLIC_EMAILJS_ORIGIN,
    },
    fillIn: (changes = {}) => {
      const file = openEnvironmentFile(environmentFile)
      const names = new Set(inputs.map(({ name }) => name))
      const keys = Object.entries(env).filter(([name]) => names.has(name))
      const values = { ...Object.fromEntries(keys), ...ownValues, ...changes }
      for (const [name, value] of Object.entries(values)) if (value) file.set(name, String(value))
    },
    readEnvironmentFile: () => parseEnv(readFileSync(environmentFile, 'utf8')),
    close: async () => {
      await cloud.remove()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
