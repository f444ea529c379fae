import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { readCloudEnvironment } from '../../scripts/lib/environment.ts'

/** The URLs and tokens of the tested stack. */
export type TestEnvironment = {
  siteOrigin: string
  /** The local cloud's console and control API. */
  cloudOrigin: string
  /** The origin of the Content Lake's API. */
  contentLakeOrigin: string
  readToken: string
  writeToken: string
  webhookSecret: string
  controlToken: string
  supabaseUrl: string
  supabasePublishableKey: string
  supabaseSecretKey: string
}

/** The data folder of the local cloud under test. */
export const testDataDir = () => process.env.TEST_DATA_DIR ?? '.test/cloud'

/** The environment of the local cloud under test, administrators' tokens included. */
export const testCloud = () => readCloudEnvironment(testDataDir())

/**
 * Reads the URLs and tokens of the stack that `npm test` and `npm run test:e2e` start.
 *
 * @throws when no local cloud has run with the tests' data folder yet
 */
export function testEnvironment(): TestEnvironment {
  const dataDir = testDataDir()
  const cloud = parseEnv(readFileSync(join(dataDir, 'cloud.env'), 'utf8'))
  const value = (name: string) => {
    const found = cloud[name]
    if (!found) throw new Error(`${name} is missing in ${dataDir}/cloud.env.`)
    return found
  }
  return {
    siteOrigin: process.env.TEST_SITE_ORIGIN ?? 'http://localhost:3100',
    cloudOrigin: process.env.TEST_CLOUD_ORIGIN ?? 'http://localhost:4100',
    contentLakeOrigin: value('NEXT_PUBLIC_SANITY_API_HOST'),
    readToken: value('SANITY_API_READ_TOKEN'),
    writeToken: value('SANITY_API_WRITE_TOKEN'),
    webhookSecret: value('SANITY_WEBHOOK_SECRET'),
    controlToken: value('LOCAL_CONTROL_TOKEN'),
    supabaseUrl: value('NEXT_PUBLIC_SUPABASE_URL'),
    supabasePublishableKey: value('NEXT_PUBLIC_SUPABASE_PUBLISHABLE_KEY'),
    supabaseSecretKey: value('SUPABASE_SECRET_KEY'),
  }
}
