/** The longest duration of a render, in which a request to the Content Lake times out after ten seconds. */
export const longestRenderMs = 12_000

/** The API of `server/pageCache.ts` for the site, which Next bundles separately. */
export type PageCache = {
  /**
   * Expires tags at once, and waits for the in-flight renders.
   *
   * @param tags - cache tags
   * @returns when every request for a page receives one that was rendered afterwards
   */
  expire(tags: readonly string[]): Promise<void>
  /** Whether any of the tags expired after a time, in milliseconds since the epoch. */
  hasExpired(tags: readonly string[], since: number): boolean
}

declare global {
  var contentPageCache: PageCache | undefined
}

/** The cache of pages of this server; undefined on a host with its own page cache, and in development. */
export function pageCache(): PageCache | undefined {
  return globalThis.contentPageCache
}
