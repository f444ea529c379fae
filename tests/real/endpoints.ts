import { mkdirSync } from 'node:fs'
import { Faults } from 'local-cloud/testing/faultProxies'
import { inRoot } from '../../scripts/lib/paths.ts'
import { readPort } from '../../scripts/stack/ports.ts'
import { testStackOptions } from '../../scripts/test/stack.ts'

const base = readPort('TEST_REAL_PORT', 9900)
/**
 * The ports of the servers that `npm run test:real` adds to the test stack: the auth server's gateway, the tests'
 * control API (`startControl`), the auth server, its mail server, and the relay to the database.
 */
export const ports = { gateway: base, control: base + 1, auth: base + 2, smtp: base + 3, database: base + 4 }

export const siteOrigin = `http://localhost:${testStackOptions().sitePort}`
export const gatewayOrigin = `http://localhost:${ports.gateway}`
export const controlOrigin = `http://localhost:${ports.control}`

/** The folder for the tests' `cloud.env` and for logs. */
export const dataDir = inRoot('.test', 'real')
mkdirSync(dataDir, { recursive: true })

/** The options of the site and of the local cloud, which replaces all vendors except Supabase Auth and the database. */
export const stack = { ...testStackOptions(), dataDir: inRoot('.test/real/cloud'), distDir: '.next-real' }

/** The project's API keys, and the secret for signing access tokens. https://supabase.com/docs/guides/api/api-keys */
export const keys = {
  publishable: 'sb_publishable_real0000000000000000000_aaaaaaaa',
  secret: 'sb_secret_real0000000000000000000000_aaaaaaaa',
  jwtSecret: 'signs-the-access-tokens-of-the-tests',
}

/** The faults that the gateway and the database relay inject. */
export const faults = new Faults()
