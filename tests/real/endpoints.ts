import { mkdirSync } from 'node:fs'
import { Faults } from 'local-cloud/testing/frontOfServers'
import { inRoot } from '../../scripts/lib/paths.ts'
import { readPort } from '../../scripts/lib/ports.ts'
import { testStackOptions } from '../../scripts/lib/testStack.ts'

const base = readPort('TEST_REAL_PORT', 9900)
/** The local origins of the servers of `npm run test:real`. */
export const ports = { gateway: base, control: base + 1, auth: base + 2, smtp: base + 3, database: base + 4 }

export const siteOrigin = `http://localhost:${testStackOptions().sitePort}`
export const gatewayOrigin = `http://localhost:${ports.gateway}`
export const controlOrigin = `http://localhost:${ports.control}`

/** `cloud.env` for the tests, and logs. */
export const dataDir = inRoot('.test', 'real')
mkdirSync(dataDir, { recursive: true })

/** The site and the local cloud, which stands in for the other vendors. */
export const stack = { ...testStackOptions(), dataDir: inRoot('.test/real/cloud'), distDir: '.next-real' }

/** The keys of the project. https://supabase.com/docs/guides/api/api-keys */
export const keys = {
  publishable: 'sb_publishable_real0000000000000000000_aaaaaaaa',
  secret: 'sb_secret_real0000000000000000000000_aaaaaaaa',
  jwtSecret: 'signs-the-access-tokens-of-the-tests',
}

/** The faults in force at the gateway and at the database's relay. */
export const faults = new Faults()
