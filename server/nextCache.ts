import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)

/** Next's file-system cache. Its types declare a default export, which Node does not create for a CommonJS file. */
export const {
  default: FileSystemCache,
}: typeof import('next/dist/server/lib/incremental-cache/file-system-cache') =
  require('next/dist/server/lib/incremental-cache/file-system-cache')

/** The expiry time of each tag, in one record for the process. */
export const {
  areTagsExpired,
  tagsManifest,
}: typeof import('next/dist/server/lib/incremental-cache/tags-manifest.external') =
  require('next/dist/server/lib/incremental-cache/tags-manifest.external.js')

/** Next's cache of rendered pages. */
export type Cache = InstanceType<typeof FileSystemCache>

/** A stored page, route or fetch response; null for a page that does not exist. */
export type Entry = Parameters<Cache['set']>[1]
