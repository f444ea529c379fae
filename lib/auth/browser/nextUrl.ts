import { allPages } from '@/lib/pages'

/** Paths that, like all paths below them, are not valid targets after signing in. */
const excludedPaths = ['/api', ...allPages.filter(({ isSignInStep }) => isSignInStep).map(({ path }) => path)]

/**
 * Resolves the redirect target after signing in. Any link can contain `next`, so only URLs of the site are accepted,
 * except those of routes and sign-in steps.
 *
 * @returns an absolute URL, since a path could be read as another host; the default path when `next` is not accepted
 */
export function resolveNextUrl(next: string | null | undefined, origin: string, defaultPath = '/'): string {
  const url = next ? URL.parse(next, origin) : null
  // A blob URL has the origin of the page that created it.
  const isHttp = url?.protocol === 'https:' || url?.protocol === 'http:'
  const isOwnUrl = url && isHttp && url.origin === origin && !url.username && !url.password
  if (
    !isOwnUrl ||
    url.pathname.startsWith('//') ||
    excludedPaths.some((path) => `${url.pathname}/`.startsWith(`${path}/`))
  ) {
    return new URL(defaultPath, origin).href
  }
  return url.href
}

/** Returns the URL to open next: this page's `next` parameter if it is accepted, or else the default path. */
export function getNextUrl(defaultPath?: string): string {
  return resolveNextUrl(new URLSearchParams(location.search).get('next'), location.origin, defaultPath)
}

/** Adds this page's `next` parameter to a path, so that the account pages pass it on. */
export function withNext(path: string): string {
  const next = new URLSearchParams(location.search).get('next')
  return next ? `${path}?${new URLSearchParams({ next })}` : path
}
