import { join } from 'node:path'
import { parseEnvironment } from '../lib/env.ts'
import { log } from '../lib/log.ts'
import { studioPath } from '../lib/pages.ts'
import { processNow } from '../lib/processClock.ts'
import { pagePolicy } from '../lib/securityHeaders.ts'
import { deferScripts } from './deferScripts.ts'
import { endRender, hasExpired, isOutdated, trackRender } from './inFlightRenders.ts'
import { inlineScriptHashes } from './inlineScripts.ts'
import { type Invalidation, startInvalidation } from './invalidation.ts'
import { type Cache, type Entry, FileSystemCache } from './nextCache.ts'
import { removePartialWrites } from './removePartialWrites.ts'
import { removeFlightData, removeRequestUrl } from './requestUrl.ts'

const policyHeader = 'content-security-policy'

/**
 * For CDNs alone (RFC 9213), which would otherwise apply Next's `stale-while-revalidate` of a year and serve a page that is
 * weeks old, after a failed purge or to the first visitor of the week.
 */
const cdnHeader = 'cdn-cache-control'
const env = parseEnvironment(process.env)

/** One for the process: Next constructs a cache for each request. */
let invalidation: Invalidation | undefined

/** The path of a page by its cache key, which ends in `/$` and the path (getRouteCacheKey of Next). */
function pathOf(key: string): string {
  const path = key.slice(key.lastIndexOf('/$') + 1).replace(/^\$/, '')
  return path === '/index' ? '/' : path
}

/**
 * Post-processes a page: inlines its styles, defers its scripts, and gives it a content security policy that allows its own
 * inline scripts only. A page with parts that are rendered for each request is left alone: their scripts are not known here.
 */
function postprocess(key: string, entry: Entry, buildFolder: string): void {
  if (env.POSTPROCESS_PAGES === 'off') return
  if (entry?.kind !== 'APP_PAGE' || entry.headers?.[policyHeader] || entry.postponed) return
  const path = pathOf(key)
  // The Studio is nothing but its scripts.
  if (path !== studioPath) entry.html = deferScripts(entry.html, buildFolder)
  const policy = pagePolicy(env, { path, inlineScripts: inlineScriptHashes(entry.html) })
  entry.headers = { ...entry.headers, [policyHeader]: policy }
  // Next forbids caching the 404 page, whose entry has no status once it was rendered again.
  const isFound = path !== '/_not-found' && (entry.status ?? 200) === 200
  if (isFound && tagsOf(entry).some(isOfContent)) {
    entry.headers[cdnHeader] = `max-age=${lifetime.revalidate}, stale-if-error=86400`
  }
}

/**
 * Removes the URL of the request from a page, and returns whether the page may be stored. After an update of Next that writes
 * its flight data differently it may not: each request is rendered, without flight data, since Next also sends the page to
 * visitors who wait for the same render. The log says why.
 */
function isIndependentOfRequest(key: string, entry: Entry): boolean {
  if (entry?.kind !== 'APP_PAGE') return true
  try {
    removeRequestUrl(entry, pathOf(key))
    return true
  } catch (error) {
    log.error('content', `page cache: removing the request URL failed; ${pathOf(key)} is not stored`, error)
    removeFlightData(entry)
    return false
  }
}

/** When this process stored each entry, by the clock that tags expire by; Next dates it by the machine's, which may move. */
const storedAt = new Map<string, number>()

/** Dates an entry by {@link storedAt}; null when its content has expired since. */
function withTime(key: string, found: Awaited<ReturnType<Cache['get']>>): typeof found {
  const stored = storedAt.get(key)
  if (!found || stored === undefined) return found
  found.lastModified = stored
  return hasExpired(tagsOf(found.value), stored) ? null : found
}

/** How long a page with content is cached, in seconds; equal to `cacheLife` in `lib/content/published.ts`. */
const lifetime = { revalidate: env.CONTENT_REVALIDATE_SECONDS, expire: 31_536_000 }

const isOfContent = (tag: string) => tag.startsWith('content:')

/** The tags of the content that a page was rendered from. */
function tagsOf(entry: Entry): string[] {
  const tags = entry && 'headers' in entry ? entry.headers?.['x-next-cache-tags'] : undefined
  return typeof tags === 'string' ? tags.split(',') : []
}

/**
 * Next's cache of rendered pages, which post-processes its entries, stores nothing of a request, and stores no page whose
 * content expired during the render. `get` reads entries of the build; `set` stores those rendered later, before the first
 * visitor receives them.
 *
 * https://nextjs.org/docs/app/api-reference/config/next-config-js/incrementalCacheHandlerPath
 */
export default class PageCache extends FileSystemCache {
  #buildFolder = ''

  constructor(context: ConstructorParameters<typeof FileSystemCache>[0]) {
    super({ ...context, fs: context.fs && removePartialWrites(context.fs) })
    // Next bundles another copy with proxy.ts, which has no files and reads no pages.
    if (!context.fs) return
    this.#buildFolder = join(context.serverDistDir, '..')
    invalidation ??= startInvalidation(env, { isBuild: process.env.NEXT_PHASE === 'phase-production-build' })
    globalThis.contentPageCache = { expire: invalidation.expire, hasExpired }
  }

  override async get(...args: Parameters<Cache['get']>): ReturnType<Cache['get']> {
    const [key, { kind }] = args
    const isPage = kind === 'APP_PAGE' || kind === 'APP_ROUTE'
    if (isPage) endRender(key)
    if (isPage) await invalidation?.ready
    const since = processNow() - 1
    const found = withTime(key, await super.get(...args))
    if (found) postprocess(key, found.value, this.#buildFolder)
    // Entries of the build have no lifetime, without which it is not known when they are due.
    if (found && !found.cacheControl && tagsOf(found.value).some(isOfContent)) found.cacheControl = lifetime
    if (isPage) trackRender(key, since, found)
    return found
  }

  override async set(...args: Parameters<Cache['set']>): Promise<void> {
    const [key, entry] = args
    try {
      const isStorable = isIndependentOfRequest(key, entry)
      postprocess(key, entry, this.#buildFolder)
      if (!isStorable || isOutdated(key, tagsOf(entry))) return
      storedAt.set(key, processNow())
      await super.set(...args)
    } finally {
      endRender(key)
    }
  }
}
