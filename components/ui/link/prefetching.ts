import { cache } from 'react'
import { findPage } from '@/lib/pages'

const thisPage = cache(() => ({ hasOtherRoot: false }))

/**
 * Marks the page being rendered as outside of the site's root layout: following a link needs a full load, so
 * prefetching would be useless.
 */
export function neverPrefetch(): void {
  thisPage().hasOtherRoot = true
}

/**
 * Whether a link fetches its page ahead of time, for server components. Pages with a script of their own, of a form or
 * of the film that any page of sections may show, would weigh on every page that merely links there: they are fetched
 * when the link is followed, as are landing pages.
 *
 * @returns the `prefetch` property of `next/link`
 */
export function prefetching(href: string): false | undefined {
  const hasScript = findPage(href)?.kind !== 'legal'
  return thisPage().hasOtherRoot || hasScript ? false : undefined
}
