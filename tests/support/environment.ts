import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { readCloudEnvironment } from '../../scripts/stack/environment.ts'

/** The data folder of the local cloud under test. */
export const testDataDir = () => process.env.TEST_DATA_DIR ?? '.test/cloud'

/** The environment of the local cloud under test, administrators' tokens included. */
export const testCloud = () => readCloudEnvironment(testDataDir())

/**
 * Reads the URLs and tokens of the stack that `npm test` and `npm run test:e2e` start.
 *
 * @throws when no local cloud has run with the tests' data folder yet
 */
export function testEnvironment() {
  const dataDir = testDataDir()
  const cloud = parseEnv(readFileSync(join(dataDir, 'cloud.env'), 'utf8'))
  const readVariable = (name: string) => {
    const variable = cloud[name]
    if (!variable) throw new Error(`${name} is missing from ${dataDir}/cloud.env.`)
    return variable
  }
  return {
    siteOrigin: process.env.TEST_SITE_ORIGIN ?? 'http://localhost:3100',
    /** The local cloud's console and control API. */
    cloudOrigin: process.env.TEST_CLOUD_ORIGIN ?? 'http://localhost:4100',
    /** The origin of the Content Lake's API. */
    contentLakeOrigin: readVariable('NEXT_PUBLIC_SANITY_API_HOST'),
    readToken: readVariable('SANITY_API_READ_TOKEN'),
    writeToken: readVariable('SANITY_API_WRITE_TOKEN'),
    webhookSecret: readVariable('SANITY_WEBHOOK_SECRET'),
    controlToken: readVariable('LOCAL_CONTROL_TOKEN'),
    supabaseUrl: readVariable('NEXT_PUBLIC_SUPABASE_URL'),
    supabasePublishableKey: readVariable('NEXT_PUBLIC_SUPABASE_PUBLISHABLE_KEY'),
    supabaseSecretKey: readVariable('SUPABASE_SECRET_KEY'),
  }
}
