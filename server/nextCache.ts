import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)

/**
 * Next's file-system cache. It is loaded with `require`, since an `import` of a CommonJS file in Node has
 * `module.exports` as its default, not `exports.default`.
 */
export const {
  default: FileSystemCache,
}: typeof import('next/dist/server/lib/incremental-cache/file-system-cache') =
  require('next/dist/server/lib/incremental-cache/file-system-cache')

/** `tagsManifest` has the expiry time of each tag, for the whole process; `areTagsExpired` reads it. */
export const {
  areTagsExpired,
  tagsManifest,
}: typeof import('next/dist/server/lib/incremental-cache/tags-manifest.external') =
  require('next/dist/server/lib/incremental-cache/tags-manifest.external.js')

/** An instance of {@link FileSystemCache}, which stores pages, routes and fetch responses. */
export type NextCache = InstanceType<typeof FileSystemCache>

/** A stored page, route or fetch response; null for a page that does not exist. */
export type Entry = Parameters<NextCache['set']>[1]

/** An {@link Entry} with its time and lifetime, as the cache returns it; null for one that is not stored. */
export type CachedEntry = Awaited<ReturnType<NextCache['get']>>
