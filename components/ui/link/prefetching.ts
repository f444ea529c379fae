import { cache } from 'react'

const thisPage = cache(() => ({ hasOtherRoot: false }))

/**
 * Says that the page being rendered stands outside of the site's root layout: following a link loads the other page
 * whole, so fetching parts of it ahead would be for nothing.
 */
export function neverPrefetch(): void {
  thisPage().hasOtherRoot = true
}

/** Pages that bring a script of their own along: that of a form, or of the film that any page of sections may show. */
const withScript = /^\/(?:$|#|\?|(?:services|studio|about|contact|sign-in|sign-up|account)\b)/

/**
 * Whether a link fetches its page ahead of time, for server components. Pages with a script of
 * their own would weigh on every page that merely links there; they are fetched when the link is followed.
 *
 * @returns the `prefetch` property of `next/link`
 */
export function prefetching(href: string): false | undefined {
  return thisPage().hasOtherRoot || withScript.test(href) ? false : undefined
}
