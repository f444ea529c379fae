import { parseEnvironment } from '../lib/env.ts'
import { pages } from '../lib/pages.ts'
import { pagePolicy } from '../lib/securityHeaders.ts'
import { inlineScriptHashes } from './inlineScripts.ts'
import { beginMaking, endMaking, expire, hasExpired, isOutdated } from './makings.ts'
import { type Cache, type Entry, FileSystemCache } from './nextCache.ts'

const header = 'content-security-policy'
const env = parseEnvironment(process.env)

/** The Studio has a policy of its own, in the Next configuration. */
const isStudio = (key: string) => /(^|\/)studio-admin(\/|$)/.test(key)

/**
 * Gives a page a content security policy that names its own inline scripts, so that no other one runs. A part that is
 * made for each request could have scripts that are not known here; the site has no such page.
 */
function secure(key: string, entry: Entry): void {
  if (env.PAGE_POLICIES === 'off') return
  if (entry?.kind !== 'APP_PAGE' || entry.headers?.[header] || entry.postponed || isStudio(key)) return
  const path = key.endsWith(pages.contact.path) ? pages.contact.path : key
  const policy = pagePolicy(env, { path, inlineScripts: inlineScriptHashes(entry.html) })
  entry.headers = { ...entry.headers, [header]: policy }
}

/** The tags of what a page was made from. */
function tagsOf(entry: Entry): string[] {
  const tags = entry && 'headers' in entry ? entry.headers?.['x-next-cache-tags'] : undefined
  return typeof tags === 'string' ? tags.split(',') : []
}

/**
 * The cache of rendered pages: Next's own, whose entries carry the policy of their page, and which keeps no page whose
 * content expired while it was made. `get` sees the entries of the build, `set` the ones that are rendered later, before
 * their first visitor gets them.
 *
 * https://nextjs.org/docs/app/api-reference/config/next-config-js/incrementalCacheHandlerPath
 */
export default class PageCache extends FileSystemCache {
  override async get(...args: Parameters<Cache['get']>): ReturnType<Cache['get']> {
    const [key, { kind }] = args
    const isPage = kind === 'APP_PAGE' || kind === 'APP_ROUTE'
    if (isPage) endMaking(key)
    // Not when this file is loaded: Next bundles another copy with proxy.ts, which is never asked for a page.
    if (isPage) globalThis.contentPageCache = { expire, hasExpired }
    const since = Date.now() - 1
    const found = await super.get(...args)
    if (found) secure(key, found.value)
    if (isPage) beginMaking(key, since, found)
    return found
  }

  override async set(...args: Parameters<Cache['set']>): Promise<void> {
    const [key, entry] = args
    try {
      if (isOutdated(key, tagsOf(entry))) return
      secure(key, entry)
      await super.set(...args)
    } finally {
      endMaking(key)
    }
  }
}
