import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startLocalCloud } from 'local-cloud/testing/cloudProcess'
import { readEnvironmentFile, setVariable } from '../../scripts/provision/environmentFile.ts'

/** Patterns for variables other than keys: the vendors' origins, and variables that provisioning creates. */
const originNames = /_(ORIGINS?|API_HOST)$/
const createdNames = /_(READ_TOKEN|WEBHOOK_SECRET|CONTROL_TOKEN)$/

/** Creates empty accounts with Sanity, Supabase, Stripe and EmailJS on a separate local cloud, and their keys. */
export async function openNewAccounts() {
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
    /** The URL of the future site, which is not running yet. */
    site,
    sitePort,
    /** The path of the environment file that `npm run provision` writes. */
    environmentFile,
    /** Variables with the vendors' origins, which hosted accounts do not need. */
    vendorOrigins: Object.fromEntries(variables.filter(([name]) => originNames.test(name))),
    /** Writes the accounts' keys into the environment file, as their owner would. `changes` overrides some keys. */
    fillIn: (changes: Record<string, string> = {}) => {
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
