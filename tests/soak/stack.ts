import { openDatabase } from '@/lib/database/database'
import { localSecrets } from '../../scripts/stack/environment.ts'
import { startStack } from '../../scripts/stack/stack.ts'
import { testStackOptions, testVariables } from '../../scripts/test/stack.ts'
import { createStripeClient } from '../e2e/billing/support.ts'
import { resetAccountSettings } from '../support/accounts.ts'
import { measureHeapBytes } from '../support/heap.ts'

/** A test stack whose processes a test can kill and restart. */
export type SoakStack = Awaited<ReturnType<typeof startSoakStack>>

/**
 * Starts the site and a local cloud that contains the seed.
 *
 * @param variables - additional environment variables for the site
 */
export async function startSoakStack(variables: Record<string, string> = {}) {
  const stack = await startStack({
    ...testStackOptions(),
    servingVariables: { ...variables, NODE_OPTIONS: '--inspect=127.0.0.1:0' },
  })
  // `tests/support` reads the stack's URLs from the environment.
  Object.assign(process.env, testVariables(''))
  const [localCloud, siteServer] = stack.servers
  if (!localCloud || !siteServer) throw new Error('The stack should have two servers.')
  const database = openDatabase(stack.cloud.DATABASE_URL, { timeoutMs: 60_000 })
  await resetAccountSettings()
  return {
    ...stack,
    localCloud,
    siteServer,
    database,
    stripe: createStripeClient(),
    /** Measures the bytes of the site's heap that are in use after garbage collection. */
    measureHeapBytes: () => measureHeapBytes(siteServer.logFile),
    /** Requests the reconciliation, as a scheduler does in production. */
    reconcile: () =>
      fetch(`${stack.siteOrigin}/api/cron/reconcile`, {
        headers: { Authorization: `Bearer ${localSecrets.CRON_SECRET}` },
      }),
    close: async () => {
      await database.close()
      await stack.stop()
    },
  }
}
