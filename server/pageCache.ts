import { join } from 'node:path'
import { parseEnvironment } from '../lib/env.ts'
import { log } from '../lib/log.ts'
import { studioPath } from '../lib/pages.ts'
import { processNow } from '../lib/processClock.ts'
import { pagePolicy } from '../lib/securityHeaders.ts'
import { type Expiry, startExpiry } from './expiry.ts'
import { orderFiles } from './fileOrder.ts'
import { inlineScriptHashes } from './inlineScripts.ts'
import { type Cache, type Entry, FileSystemCache } from './nextCache.ts'
import { beginRender, endRender, hasExpired, isOutdated } from './renders.ts'
import { removeRequestUrl } from './requestUrl.ts'
import { wholeFiles } from './wholeFiles.ts'

const header = 'content-security-policy'

/**
 * For CDNs alone (RFC 9213), which would take Next's `stale-while-revalidate` of a year at its word and show an old page
 * once more, however old: after a purge that failed, or to the first visitor in a week.
 */
const cdnHeader = 'cdn-cache-control'
const env = parseEnvironment(process.env)

/** One for the process: Next makes a cache for each request. */
let expiry: Expiry | undefined

/** The path of an entry's page: keys end in `/$` and the path (getRouteCacheKey of Next). */
function pathOf(key: string): string {
  const path = key.slice(key.lastIndexOf('/$') + 1).replace(/^\$/, '')
  return path === '/index' ? '/' : path
}

/**
 * Gets a page ready for its visitors: its styles are in it, its scripts load later, and its content security policy names
 * its own inline scripts, so that no other one runs. A part that is made for each request could have scripts that are not
 * known here; the site has no such page.
 */
function prepare(key: string, entry: Entry, buildFolder: string): void {
  if (env.PREPARE_PAGES === 'off') return
  if (entry?.kind !== 'APP_PAGE' || entry.headers?.[header] || entry.postponed) return
  const path = pathOf(key)
  // The Studio is nothing but its scripts.
  if (path !== studioPath) entry.html = orderFiles(entry.html, buildFolder)
  const policy = pagePolicy(env, { path, inlineScripts: inlineScriptHashes(entry.html) })
  entry.headers = { ...entry.headers, [header]: policy }
  // Next forbids to keep the page of unknown addresses, whose entry has no status once it was made anew.
  const isFound = path !== '/_not-found' && (entry.status ?? 200) === 200
  if (isFound && tagsOf(entry).some(isOfContent)) {
    entry.headers[cdnHeader] = `max-age=${lifetime.revalidate}, stale-if-error=86400`
  }
}

/**
 * Removes the URL of the request from a page, and reports whether that worked. After an update of Next that writes its
 * flight data differently it does not: then each visitor gets a page of their own, and the log says why.
 */
function isIndependentOfRequest(key: string, entry: Entry): boolean {
  if (entry?.kind !== 'APP_PAGE') return true
  try {
    removeRequestUrl(entry, pathOf(key))
    return true
  } catch (error) {
    log.error('content', `page cache: removing the request URL failed; ${pathOf(key)} is not stored`, error)
    return false
  }
}

/** When this process has stored an entry, by the clock that Next compares with; Next notes the machine's, which may move. */
const storedAt = new Map<string, number>()

/** An entry with the time at which it was stored; null when its content has expired since. */
function withTime(key: string, found: Awaited<ReturnType<Cache['get']>>): typeof found {
  const stored = storedAt.get(key)
  if (!found || stored === undefined) return found
  found.lastModified = stored
  return hasExpired(tagsOf(found.value), stored) ? null : found
}

/** How long a page with content is kept, as `lib/content/published.ts` says it too. Seconds. */
const lifetime = { revalidate: env.CONTENT_REVALIDATE_SECONDS, expire: 31_536_000 }

const isOfContent = (tag: string) => tag.startsWith('content:')

/** The tags of what a page was made from. */
function tagsOf(entry: Entry): string[] {
  const tags = entry && 'headers' in entry ? entry.headers?.['x-next-cache-tags'] : undefined
  return typeof tags === 'string' ? tags.split(',') : []
}

/**
 * The cache of rendered pages: Next's own, whose entries are prepared for visitors, and which keeps no page whose
 * content expired while it was made. `get` sees the entries of the build, `set` the ones that are rendered later, before
 * their first visitor gets them.
 *
 * https://nextjs.org/docs/app/api-reference/config/next-config-js/incrementalCacheHandlerPath
 */
export default class PageCache extends FileSystemCache {
  #buildFolder = ''

  constructor(context: ConstructorParameters<typeof FileSystemCache>[0]) {
    super({ ...context, fs: context.fs && wholeFiles(context.fs) })
    // Next bundles another copy with proxy.ts, which has no files and is never asked for a page.
    if (!context.fs) return
    this.#buildFolder = join(context.serverDistDir, '..')
    expiry ??= startExpiry(env, { isBuild: process.env.NEXT_PHASE === 'phase-production-build' })
    globalThis.contentPageCache = { expire: expiry.expire, hasExpired }
  }

  override async get(...args: Parameters<Cache['get']>): ReturnType<Cache['get']> {
    const [key, { kind }] = args
    const isPage = kind === 'APP_PAGE' || kind === 'APP_ROUTE'
    if (isPage) endRender(key)
    if (isPage) await expiry?.ready
    const since = processNow() - 1
    const found = withTime(key, await super.get(...args))
    if (found) prepare(key, found.value, this.#buildFolder)
    // A page of the build does not say how old it may get, so that nobody here would know when it is made anew.
    if (found && !found.cacheControl && tagsOf(found.value).some(isOfContent)) found.cacheControl = lifetime
    if (isPage) beginRender(key, since, found)
    return found
  }

  override async set(...args: Parameters<Cache['set']>): Promise<void> {
    const [key, entry] = args
    try {
      if (!isIndependentOfRequest(key, entry)) return
      prepare(key, entry, this.#buildFolder)
      if (isOutdated(key, tagsOf(entry))) return
      storedAt.set(key, processNow())
      await super.set(...args)
    } finally {
      endRender(key)
    }
  }
}
