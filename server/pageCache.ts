import { join } from 'node:path'
import { parseEnvironment } from '../lib/env.ts'
import { studioPath } from '../lib/pages.ts'
import { getProcessTimeMs } from '../lib/processClock.ts'
import { createPagePolicy } from '../lib/securityHeaders.ts'
import { deferScripts } from './deferScripts.ts'
import { endRender, expire, hasExpired, isOutdated, trackRender } from './inFlightRenders.ts'
import { hashInlineScripts } from './inlineScripts.ts'
import { type CachedEntry, type Entry, FileSystemCache, type NextCache } from './nextCache.ts'
import { removePartialWrites } from './removePartialWrites.ts'
import { removeRequestUrl } from './requestUrl.ts'

const policyHeader = 'content-security-policy'

/**
 * The header of a cache policy for CDNs only (RFC 9213). Without it a CDN applies Next's `stale-while-revalidate` of a
 * year, and could serve a page that is weeks old. Publishing does not purge CDNs.
 */
const cdnHeader = 'cdn-cache-control'
const env = parseEnvironment(process.env)

/** Returns the path of a page from its cache key, which ends with `/$` and the path (Next's `getRouteCacheKey`). */
function getPagePath(key: string): string {
  const path = key.slice(key.lastIndexOf('/$') + 1).replace(/^\$/, '')
  return path === '/index' ? '/' : path
}

/**
 * Post-processes a page: inlines its styles, defers its scripts, and adds the cache policy for CDNs and a content security
 * policy that allows no inline scripts but the page's own. Skips pages that are post-processed already, and those with
 * parts that render per request, whose scripts are not available here.
 */
function postprocess(key: string, entry: Entry, buildFolder: string): void {
  if (env.POSTPROCESS_PAGES === 'off') return
  if (entry?.kind !== 'APP_PAGE' || entry.headers?.[policyHeader] || entry.postponed) return
  const path = getPagePath(key)
  // The Studio renders in the browser only, so it gains nothing from deferred scripts.
  if (path !== studioPath) entry.html = deferScripts(entry.html, buildFolder)
  const policy = createPagePolicy(env, { path, inlineScripts: hashInlineScripts(entry.html) })
  entry.headers = { ...entry.headers, [policyHeader]: policy }
  // Next forbids caching the 404 page. After a revalidation its entry has no status, so its path is compared too.
  const isFound = path !== '/_not-found' && (entry.status ?? 200) === 200
  if (isFound && hasContent(entry)) entry.headers[cdnHeader] = 'max-age=1, stale-if-error=86400'
}

/**
 * Prevents shared caches from storing a response that this cache does not store. Next sends an entry's headers instead
 * of its own, but not with prefetch segments, for which `lib/sanitizeRequests.ts` sets the header.
 */
function forbidCaching(entry: Entry): void {
  if (entry?.kind !== 'APP_PAGE' && entry?.kind !== 'APP_ROUTE') return
  const { [cdnHeader]: _, ...headers } = entry.headers ?? {}
  entry.headers = { ...headers, 'cache-control': 'no-store' }
}

/** When this process stored each entry, on the monotonic clock of tag expiry; Next uses the machine's clock instead. */
const storedAt = new Map<string, number>()

/**
 * Sets an entry's time from {@link storedAt}; returns null when its content has expired since then, or when an earlier
 * process stored it: its content may have changed while no server received webhooks.
 */
function applyStoredTime(key: string, cachedEntry: CachedEntry): CachedEntry {
  const storedTime = storedAt.get(key)
  if (!cachedEntry) return null
  if (storedTime === undefined) return hasContent(cachedEntry.value) ? null : cachedEntry
  cachedEntry.lastModified = storedTime
  return hasExpired(getTags(cachedEntry.value), storedTime) ? null : cachedEntry
}

/** Seconds until a page with content is revalidated and expires, as in `published.ts` when there is no outage. */
const contentLifetime = { revalidate: env.CONTENT_REVALIDATE_SECONDS, expire: 31_536_000 }

const hasContent = (entry: Entry) => getTags(entry).some((tag) => tag.startsWith('content:'))

/** Returns the tags of a stored page or route: those of its content, and Next's own for its path. */
function getTags(entry: Entry): string[] {
  const tags = entry && 'headers' in entry ? entry.headers?.['x-next-cache-tags'] : undefined
  return typeof tags === 'string' ? tags.split(',') : []
}

/**
 * Next's cache, with post-processing of pages. It removes the request's URL from a page, and does not store a page or
 * route whose content expired during the render. `get` also reads entries of the build; `set` stores later renders,
 * before the first visitor receives them.
 *
 * https://nextjs.org/docs/app/api-reference/config/next-config-js/incrementalCacheHandlerPath
 */
export default class PageCache extends FileSystemCache {
  #buildFolder = ''

  constructor(context: ConstructorParameters<typeof FileSystemCache>[0]) {
    super({ ...context, fs: context.fs && removePartialWrites(context.fs) })
    // Next bundles another copy of this module with proxy.ts, where there is no file system.
    if (!context.fs) return
    this.#buildFolder = join(context.serverDistDir, '..')
    globalThis.contentPageCache = { expire, hasExpired }
  }

  override async get(...args: Parameters<NextCache['get']>): Promise<CachedEntry> {
    const [key, { kind }] = args
    const isPageOrRoute = kind === 'APP_PAGE' || kind === 'APP_ROUTE'
    if (isPageOrRoute) endRender(key)
    const since = getProcessTimeMs() - 1
    const cachedEntry = applyStoredTime(key, await super.get(...args))
    if (cachedEntry) postprocess(key, cachedEntry.value, this.#buildFolder)
    // An entry that was read from the disk has no lifetime.
    if (cachedEntry && hasContent(cachedEntry.value)) cachedEntry.cacheControl ??= contentLifetime
    if (isPageOrRoute) trackRender(key, since, cachedEntry)
    return cachedEntry
  }

  override async set(...args: Parameters<NextCache['set']>): Promise<void> {
    const [key, entry] = args
    try {
      const isStorable = entry?.kind !== 'APP_PAGE' || removeRequestUrl(entry, getPagePath(key))
      postprocess(key, entry, this.#buildFolder)
      if (!isStorable || isOutdated(key, getTags(entry))) return forbidCaching(entry)
      storedAt.set(key, getProcessTimeMs())
      await super.set(...args)
    } catch (error) {
      forbidCaching(entry)
      throw error
    } finally {
      endRender(key)
    }
  }
}
