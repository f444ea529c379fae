import { cache } from 'react'

const thisPage = cache(() => ({ hasOtherRoot: false }))

/**
 * Says that the page being rendered stands outside of the site's root layout: following a link loads the other page
 * whole, so fetching parts of it ahead would be for nothing.
 */
export function neverPrefetch(): void {
  thisPage().hasOtherRoot = true
}

/**
 * Whether a link fetches its page ahead of time, for server components. The contact page brings the form's script
 * along, which would weigh on every page that merely links there; it is fetched when the link is followed.
 *
 * @returns the `prefetch` property of `next/link`
 */
export function prefetching(href: string): false | undefined {
  return thisPage().hasOtherRoot || href.startsWith('/contact') ? false : undefined
}
