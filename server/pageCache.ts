import { createRequire } from 'node:module'
import { parseEnvironment } from '../lib/env.ts'
import { pages } from '../lib/pages.ts'
import { pagePolicy } from '../lib/securityHeaders.ts'
import { inlineScriptHashes } from './inlineScripts.ts'

const require = createRequire(import.meta.url)
/** Next's own cache. Its types are those of a default export, which Node does not make of such a file. */
const {
  default: FileSystemCache,
}: typeof import('next/dist/server/lib/incremental-cache/file-system-cache') =
  require('next/dist/server/lib/incremental-cache/file-system-cache')

type Cache = InstanceType<typeof FileSystemCache>
type Entry = Parameters<Cache['set']>[1]

const header = 'content-security-policy'
const env = parseEnvironment(process.env)

/** The Studio has a policy of its own, in the Next configuration. */
const isStudio = (key: string) => /(^|\/)studio-admin(\/|$)/.test(key)

/**
 * Gives a page a content security policy that names its own inline scripts, so that no other one runs. A part that is
 * made for each request could have scripts that are not known here; the site has no such page.
 */
function secure(key: string, entry: Entry): void {
  if (entry?.kind !== 'APP_PAGE' || entry.headers?.[header] || entry.postponed || isStudio(key)) return
  const path = key.endsWith(pages.contact.path) ? pages.contact.path : key
  const policy = pagePolicy(env, { path, inlineScripts: inlineScriptHashes(entry.html) })
  entry.headers = { ...entry.headers, [header]: policy }
}

/**
 * The cache of rendered pages: Next's own, whose entries carry the policy of their page. `get` sees those of the build,
 * `set` the ones that are rendered later, before their first visitor gets them.
 *
 * https://nextjs.org/docs/app/api-reference/config/next-config-js/incrementalCacheHandlerPath
 */
export default class PageCache extends FileSystemCache {
  override async get(...args: Parameters<Cache['get']>): ReturnType<Cache['get']> {
    const found = await super.get(...args)
    if (found) secure(args[0], found.value)
    return found
  }

  override async set(...args: Parameters<Cache['set']>): Promise<void> {
    secure(args[0], args[1])
    await super.set(...args)
  }
}
