/**
 * Whether a link fetches its page ahead of time. The contact page brings the form's script along, which would
 * weigh on every page that merely links there; it is fetched when the link is followed.
 *
 * @returns the `prefetch` property of `next/link`
 */
export const prefetching = (href: string) => (href.startsWith('/contact') ? false : undefined)
