import { type RunningCloud, startLocalCloud } from 'local-cloud/testing/cloudProcess'
import { afterAll, vi } from 'vitest'
import { readTable } from '../../../scripts/provision/findings.ts'
import { readSettings, type Settings } from '../../../scripts/provision/settings.ts'
import { listVendors, readVendors } from '../../../scripts/provision/vendors.ts'

vi.setConfig({ hookTimeout: 180_000, testTimeout: 300_000 })

/** A local cloud with empty accounts, and the settings of a site that will use it. */
type EmptyAccounts = { cloud: RunningCloud; settings: Settings }

/** Reads the settings of a site from the environment of a local cloud. */
export function createSettings({ env, portBase }: RunningCloud): Settings {
  const variables = Object.fromEntries(Object.entries(env).filter(([, value]) => typeof value === 'string'))
  return readSettings({
    ...variables,
    NEXT_PUBLIC_SITE_URL: `http://localhost:${portBase - 1}`,
    CRON_SECRET: 'a-secret-for-the-scheduler',
  })
}

/** Starts a local cloud for a test file, and removes it after the last test. */
export async function setUpAccounts(): Promise<EmptyAccounts> {
  const cloud = await startLocalCloud()
  afterAll(() => cloud.remove())
  return { cloud, settings: createSettings(cloud) }
}

/** Lists the doctor's findings about one vendor, as `state: text`. */
export async function listFindings(settings: Settings, name: string): Promise<string[]> {
  const readings = await readTable(listVendors(settings)[name] ?? [])
  return readings.map(({ state, text }) => `${state}: ${text}`)
}

/**
 * Lists what the doctor finds wrong, as `vendor: text`. Omits the finding about the database's user, since the
 * local database signs in every user as `postgres`; tests/servers covers it with a real PostgreSQL.
 */
export async function listWrongFindings(settings: Settings): Promise<string[]> {
  return Object.entries(await readVendors(settings)).flatMap(([vendor, readings]) =>
    readings
      .filter(({ state, text }) => state === 'wrong' && !text.startsWith('The site signs in as postgres'))
      .map(({ text }) => `${vendor}: ${text}`),
  )
}
