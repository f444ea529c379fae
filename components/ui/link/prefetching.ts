import { cache } from 'react'
import { findPage } from '@/lib/pages'

/** State of the page being rendered; React's `cache` creates one for each request. */
const getPageState = cache(() => ({ isPrefetchDisabled: false }))

/**
 * Disables prefetching on the page being rendered. For a page outside the site's root layout, whose links need a full
 * page load.
 */
export function disablePrefetch(): void {
  getPageState().isPrefetchDisabled = true
}

/**
 * Returns the `prefetch` prop of a `next/link`, for server components. Only legal pages are prefetched: all others may
 * have scripts, of a form or a video, that would load on every page that links to them.
 */
export function getPrefetch(href: string): false | undefined {
  const mayHaveScript = findPage(href)?.kind !== 'legal'
  return getPageState().isPrefetchDisabled || mayHaveScript ? false : undefined
}
