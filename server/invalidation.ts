import type { Environment } from '../lib/env.ts'
import { log } from '../lib/log.ts'
import { purgeCdn } from './frontCaches.ts'
import { expire } from './inFlightRenders.ts'

/** Expires content in this server and in the caches in front of it. */
export type Invalidation = {
  /**
   * Expires tags everywhere. Failures of the CDN are logged; stale pages may be served after them.
   *
   * @returns a promise that resolves when requests get only pages rendered after the expiry, or after a failure
   */
  expire(tags: readonly string[]): Promise<void>
}

/**
 * Invalidates the caches in front of this server, as the environment configures: they may have pages of an earlier
 * process.
 *
 * @param isBuild - a build serves no requests, so it invalidates nothing
 */
export function startInvalidation(env: Environment, { isBuild }: { isBuild: boolean }): Invalidation {
  const { CDN_PURGE_URL: purgeUrl, CDN_PURGE_TOKEN: purgeToken } = env
  const invalidateCdn = async () => {
    if (isBuild || !purgeUrl || !purgeToken) return
    await purgeCdn(purgeUrl, purgeToken).catch((error: unknown) =>
      log.error('content', 'cdn: purge failed; stale pages may be served', error),
    )
  }
  // The CDN may have cached pages of an earlier build or process.
  void invalidateCdn()
  return {
    expire: async (tags) => {
      await expire(tags)
      await invalidateCdn()
    },
  }
}
