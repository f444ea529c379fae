import type { Environment } from '../lib/env.ts'
import { log } from '../lib/log.ts'
import { beginProxyCacheVersion, purgeCdn } from './frontCaches.ts'
import { expire, recordExpiry } from './inFlightRenders.ts'
import { connectInvalidationBus, type InvalidationBus } from './invalidationBus.ts'

/** How long requests to a new instance wait at most until it has read the expiries of the others. */
const readyTimeoutMs = 1000

/** Expires content in this instance, in the others, and in the caches in front of them. */
export type Invalidation = {
  /**
   * Resolves when this instance has read earlier expiries of the others or failed to, after {@link readyTimeoutMs}, or
   * at once without Redis.
   */
  ready: Promise<unknown>
  /**
   * Expires tags everywhere. Failures of Redis, the proxy and the CDN are logged; stale pages may be served after them.
   *
   * @returns a promise that resolves when requests get only pages rendered after the expiry, or after a failure
   */
  expire(tags: readonly string[]): Promise<void>
  /** Unsubscribes and stops publishing. */
  disconnect(): void
}

/**
 * Connects this process to the other instances, as the environment configures, and invalidates the caches in front of
 * them, which may have pages of an earlier process.
 *
 * @param isBuild - a build serves no requests, so it connects to nothing and invalidates nothing
 */
export function startInvalidation(env: Environment, { isBuild }: { isBuild: boolean }): Invalidation {
  const { CDN_PURGE_URL: purgeUrl, CDN_PURGE_TOKEN: purgeToken } = env
  const folder = isBuild ? undefined : env.PROXY_CACHE_VERSION_FOLDER
  const invalidateProxy = () => {
    if (!folder) return
    try {
      beginProxyCacheVersion(folder)
    } catch (error) {
      log.error('content', 'proxy cache: invalidation failed; stale pages may be served', error)
    }
  }
  const invalidateCdn = async () => {
    if (isBuild || !purgeUrl || !purgeToken) return
    await purgeCdn(purgeUrl, purgeToken).catch((error: unknown) =>
      log.error('content', 'cdn: purge failed; stale pages may be served', error),
    )
  }
  // The proxy and the CDN may have cached pages of an earlier build or process.
  invalidateProxy()
  void invalidateCdn()
  const bus = env.REDIS_URL && !isBuild ? connectBus(env, env.REDIS_URL, invalidateProxy) : undefined
  // The proxy may have cached a page before this instance read the earlier expiries.
  void bus?.ready.then(invalidateProxy)
  const timeout = new Promise((resolve) => setTimeout(resolve, readyTimeoutMs).unref())
  return {
    ready: Promise.race([bus?.ready, timeout]),
    expire: async (tags) => {
      await Promise.all([expire(tags), bus?.publish(tags)])
      invalidateProxy()
      await invalidateCdn()
    },
    disconnect: () => bus?.disconnect(),
  }
}

function connectBus(env: Environment, url: string, invalidateProxy: () => void): InvalidationBus {
  return connectInvalidationBus({
    url,
    group: `creators-circle:${env.NEXT_PUBLIC_SANITY_PROJECT_ID}:${env.NEXT_PUBLIC_SANITY_DATASET}`,
    onExpired: async (tags) => {
      await expire(tags)
      invalidateProxy()
    },
    onRecorded: recordExpiry,
    onConnectionChange: (error) => {
      if (error !== undefined) {
        log.error('content', 'Redis: connection failed; other instances show changes late', error)
        return
      }
      log.info('content', 'Redis: connected again')
      // The proxy may have cached pages before this instance read the expiries of the others.
      invalidateProxy()
    },
  })
}
