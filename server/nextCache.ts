import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)

/** Next's own cache. Its types are those of a default export, which Node does not make of such a file. */
export const {
  default: FileSystemCache,
}: typeof import('next/dist/server/lib/incremental-cache/file-system-cache') =
  require('next/dist/server/lib/incremental-cache/file-system-cache')

/** When each tag expired, of which this process has one record. */
export const {
  areTagsExpired,
  tagsManifest,
}: typeof import('next/dist/server/lib/incremental-cache/tags-manifest.external') =
  require('next/dist/server/lib/incremental-cache/tags-manifest.external.js')

/** Next's cache of rendered pages. */
export type Cache = InstanceType<typeof FileSystemCache>

/** What it keeps of a page, a route or an answer; null for a page that is not there. */
export type Entry = Parameters<Cache['set']>[1]
