import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type RunningCloud, startLocalCloud } from 'local-cloud/testing/cloudProcess'
import { readEnvironmentFile, setVariable } from '../../scripts/provision/environmentFile.ts'

/** Empty accounts with Sanity, Supabase, Stripe and EmailJS, and their keys. */
export type NewAccounts = {
  cloud: RunningCloud
  /** The URL of the future site, which is not running yet. */
  site: string
  sitePort: number
  /** Variables with the vendors' origins, which hosted accounts do not need. */
  vendorOrigins: Record<string, string>
  /** Writes the accounts' keys into the environment file, as their owner would. `changes` overrides some keys. */
  fillIn(changes?: Record<string, string>): void
  folder: string
  /** The path of the environment file that `npm run provision` writes. */
  environmentFile: string
  readEnvironmentFile(): Record<string, string | undefined>
  close(): Promise<void>
}

/** Patterns for variables other than keys: the vendors' origins, and variables that provisioning creates. */
const originNames = /_(ORIGINS?|API_HOST)$/
const createdNames = /_(READ_TOKEN|WEBHOOK_SECRET|CONTROL_TOKEN)$/

/** Creates empty accounts on a separate local cloud. */
export async function openNewAccounts(): Promise<NewAccounts> {
  const cloud = await startLocalCloud()
  const sitePort = cloud.portBase - 1
  const site = `http://localhost:${sitePort}`
  const folder = mkdtempSync(join(tmpdir(), 'live-'))
  const environmentFile = join(folder, '.env.production.local')
  const variables = Object.entries(cloud.env)
  const isKey = (name: string) => !originNames.test(name) && !createdNames.test(name)
  const keys: Record<string, string> = {
    ...Object.fromEntries(variables.filter(([name]) => isKey(name))),
    NEXT_PUBLIC_SITE_URL: site,
    DATABASE_OWNER_URL: cloud.env.DATABASE_URL,
  }
  return {
    cloud,
    site,
    sitePort,
    folder,
    environmentFile,
    vendorOrigins: Object.fromEntries(variables.filter(([name]) => originNames.test(name))),
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
