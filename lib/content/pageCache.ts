/** What `server/pageCache.ts` offers to the site, which Next bundles apart from it. */
export type PageCache = {
  /**
   * Expires a tag at once, and waits for the pages that were being made.
   *
   * @param tag - a cache tag
   * @returns when whoever asks for a page gets one that was made afterwards
   */
  expire(tag: string): Promise<void>
  /** Whether any of the tags expired after a time, in milliseconds since the epoch. */
  hasExpired(tags: readonly string[], since: number): boolean
}

declare global {
  var contentPageCache: PageCache | undefined
}

/** The cache of pages of this server; undefined on a host that keeps pages itself, and in development. */
export function pageCache(): PageCache | undefined {
  return globalThis.contentPageCache
}
