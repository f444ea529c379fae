/** No page takes longer to be made: the lake is given ten seconds. Milliseconds. */
export const longestMaking = 12_000

/** What `server/pageCache.ts` offers to the site, which Next bundles apart from it. */
export type PageCache = {
  /**
   * Expires tags at once, and waits for the pages that were being made.
   *
   * @param tags - cache tags
   * @returns when whoever asks for a page gets one that was made afterwards
   */
  expire(tags: readonly string[]): Promise<void>
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
