import { allPages } from '@/lib/pages'

/** Paths that are no target after signing in. */
const excludedPaths = ['/api', ...allPages.filter(({ entrance }) => entrance).map(({ path }) => path)]

/**
 * Resolves where to go after signing in. Any link can carry `next`, so only pages of the site count.
 *
 * @param next - the parameter, a path or a URL
 * @param origin - the site's own origin
 * @param fallback - the path for everything else
 * @returns an absolute URL, since a path could be read as another host
 */
export function resolveNextUrl(next: string | null | undefined, origin: string, fallback = '/'): string {
  const url = next ? URL.parse(next, origin) : null
  // A blob URL has the origin of the page that created it.
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

/** The URL to open after signing in: the `next` of this page, if it is a page of the site. */
export function getNextUrl(): string {
  return resolveNextUrl(new URLSearchParams(location.search).get('next'), location.origin)
}

/** A path with the `next` of this page, so that it is not lost between the forms. */
export function withNext(path: string): string {
  const next = new URLSearchParams(location.search).get('next')
  return next ? `${path}?${new URLSearchParams({ next })}` : path
}
