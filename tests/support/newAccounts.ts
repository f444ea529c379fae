import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { type RunningCloud, startLocalCloud } from 'local-cloud/testing/cloudProcess'
import { openEnvironmentFile } from '../../scripts/provision/environmentFile.ts'

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
  const keys = {
    NEXT_PUBLIC_SITE_URL: site,
    NEXT_PUBLIC_SANITY_PROJECT_ID: 'local',
    NEXT_PUBLIC_SANITY_DATASET: 'production',
    SANITY_API_WRITE_TOKEN: env.SANITY_API_WRITE_TOKEN,
    NEXT_PUBLIC_SUPABASE_URL: env.NEXT_PUBLIC_SUPABASE_URL,
    NEXT_PUBLIC_SUPABASE_PUBLISHABLE_KEY: env.NEXT_PUBLIC_SUPABASE_PUBLISHABLE_KEY,
    SUPABASE_SECRET_KEY: env.SUPABASE_SECRET_KEY,
    SUPABASE_ACCESS_TOKEN: env.SUPABASE_ACCESS_TOKEN,
    DATABASE_OWNER_URL: env.DATABASE_URL,
    DATABASE_URL: env.DATABASE_URL,
    STRIPE_SECRET_KEY: env.STRIPE_SECRET_KEY,
    NEXT_PUBLIC_EMAILJS_PUBLIC_KEY: env.NEXT_PUBLIC_EMAILJS_PUBLIC_KEY,
    NEXT_PUBLIC_EMAILJS_SERVICE_ID: env.NEXT_PUBLIC_EMAILJS_SERVICE_ID,
    NEXT_PUBLIC_EMAILJS_TEMPLATE_ID: env.NEXT_PUBLIC_EMAILJS_TEMPLATE_ID,
    SMTP_HOST: env.SMTP_HOST,
    SMTP_PORT: env.SMTP_PORT,
    SMTP_USER: env.SMTP_USER,
    SMTP_PASSWORD: env.SMTP_PASSWORD,
    SMTP_FROM_EMAIL: env.SMTP_FROM_EMAIL,
    SMTP_FROM_NAME: env.SMTP_FROM_NAME,
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
      for (const [name, value] of Object.entries({ ...keys, ...changes })) file.set(name, value)
    },
    readEnvironmentFile: () => parseEnv(readFileSync(environmentFile, 'utf8')),
    close: async () => {
      await cloud.remove()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
