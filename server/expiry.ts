import type { Environment } from '../lib/env.ts'
import { log } from '../lib/log.ts'
import { purgeCdn } from './cdn.ts'
import { beginGeneration } from './generation.ts'
import { type Instances, joinInstances } from './instances.ts'
import { expire, recordExpiry } from './renders.ts'

/** How long a visitor waits for what other instances know, when an instance has just started. Milliseconds. */
const patience = 1000

/** How content expires here, at the other instances, and in a proxy in front of them. */
export type Expiry = {
  /** Resolves when this instance knows what had expired before it started, or does not wait for it any longer. */
  ready: Promise<unknown>
  /**
   * Expires tags everywhere.
   *
   * @returns when whoever asks for a page gets one that was made afterwards
   */
  expire(tags: readonly string[]): Promise<void>
  /** Hears of nothing any more, and tells no other instance. */
  leave(): void
}

/**
 * Starts to hear of what expires elsewhere, where the environment says that there is more than this process.
 *
 * @param isBuild - nobody is served, and nothing is told or heard
 */
export function startExpiry(env: Environment, { isBuild }: { isBuild: boolean }): Expiry {
  const folder = isBuild ? undefined : env.PROXY_GENERATION_FOLDER
  const renewCdn = async () => {
    const { CDN_PURGE_URL: url, CDN_PURGE_TOKEN: token } = env
    if (isBuild || !url || !token) return
    await purgeCdn(url, token).catch((error: unknown) =>
      log.error('content', 'the CDN goes on with the pages that it has', error),
    )
  }
  // They have kept what an earlier build or an earlier start has said.
  renewProxy(folder)
  void renewCdn()
  const others = env.REDIS_URL && !isBuild ? join(env, env.REDIS_URL, folder) : undefined
  // It may have kept a page from before this instance knew.
  void others?.joined.then(() => renewProxy(folder))
  const late = new Promise((resolve) => setTimeout(resolve, patience).unref())
  return {
    ready: Promise.race([others?.joined, late]),
    expire: async (tags) => {
      await Promise.all([expire(tags), others?.tell(tags)])
      renewProxy(folder)
      await renewCdn()
    },
    leave: () => others?.leave(),
  }
}

function join(env: Environment, url: string, folder: string | undefined): Instances {
  return joinInstances({
    url,
    group: `creators-circle:${env.NEXT_PUBLIC_SANITY_PROJECT_ID}:${env.NEXT_PUBLIC_SANITY_DATASET}`,
    onExpired: async (tags) => {
      await expire(tags)
      renewProxy(folder)
    },
    onKnown: recordExpiry,
    onState: (problem) => {
      if (problem !== undefined) {
        log.error('content', 'Redis cannot be reached: other instances show changes late', problem)
        return
      }
      log.info('content', 'other instances can be reached again')
      // What they have published meanwhile is known now, and the proxy has kept pages from before.
      renewProxy(folder)
    },
  })
}

function renewProxy(folder: string | undefined): void {
  if (!folder) return
  try {
    beginGeneration(folder)
  } catch (error) {
    log.error('content', 'the proxy goes on with the pages that it has', error)
  }
}
