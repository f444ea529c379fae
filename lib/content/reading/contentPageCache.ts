/** The longest duration of a render. Its request to the Content Lake times out after ten seconds. */
export const longestRenderMs = 12_000

/** The API of `server/pageCache.ts` for the site, which Next bundles separately. */
export type PageCache = {
  /**
   * Expires tags, and waits for in-flight renders.
   *
   * @returns a promise that resolves when requests get only pages that were rendered after the expiry
   */
  expire(tags: readonly string[]): Promise<void>
  /** Whether any of the tags expired after `since`, on the clock of `getProcessTimeMs`. */
  hasExpired(tags: readonly string[], since: number): boolean
}

declare global {
  var contentPageCache: PageCache | undefined
}

/** Returns the page cache of this server; undefined on a host with its own page cache, and in development. */
export function getPageCache(): PageCache | undefined {
  return globalThis.contentPageCache
}
