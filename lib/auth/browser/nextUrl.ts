import { allPages } from '@/lib/pages'

/** What nobody wants to come back to after having signed in. */
const excludedPaths = ['/api', ...allPages.filter(({ entrance }) => entrance).map(({ path }) => path)]

/**
 * Where to go after signing in. Whoever makes a link to the site chooses `next`, so only pages of the site count.
 *
 * @param next - the parameter, a path or an address
 * @param origin - the site's own origin
 * @param fallback - the path for everything else
 * @returns a whole address, since a path could still be read as another host
 */
export function resolveNextUrl(next: string | null | undefined, origin: string, fallback = '/'): string {
  const url = next ? URL.parse(next, origin) : null
  // A blob's address has the origin of the page that made it.
  const isPage = url?.protocol === 'https:' || url?.protocol === 'http:'
  const isOwnUrl = url && isPage && url.origin === origin && !url.username && !url.password
  if (
    !isOwnUrl ||
    url.pathname.startsWith('//') ||
    excludedPaths.some((path) => `${url.pathname}/`.startsWith(`${path}/`))
  ) {
    return new URL(fallback, origin).href
  }
  return url.href
}

/** Where to go after signing in: what the address of this page says, if it is a page of the site. */
export function getNextUrl(): string {
  return resolveNextUrl(new URLSearchParams(location.search).get('next'), location.origin)
}

/** A path with the `next` of this page, so that it is not lost between the forms. */
export function withNext(path: string): string {
  const next = new URLSearchParams(location.search).get('next')
  return next ? `${path}?${new URLSearchParams({ next })}` : path
}
