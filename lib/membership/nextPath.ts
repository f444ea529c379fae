/** Pages that nobody wants to come back to after having signed in. */
const memberForms = /^\/(sign-in|sign-up|forgot-password|reset-password|auth|api)\//

/**
 * Where to go after signing in. Whoever makes a link to the site chooses `next`, so only pages of the site count.
 *
 * @param next - the parameter, a path or an address
 * @param origin - the site's own origin
 * @param fallback - the path for everything else
 * @returns a whole address, since a path could still be read as another host
 */
export function nextAddress(next: string | null | undefined, origin: string, fallback = '/'): string {
  const url = next ? URL.parse(next, origin) : null
  // A blob's address has the origin of the page that made it.
  const isPage = url?.protocol === 'https:' || url?.protocol === 'http:'
  const isOurs = url && isPage && url.origin === origin && !url.username && !url.password
  if (!isOurs || url.pathname.startsWith('//') || memberForms.test(`${url.pathname}/`)) {
    return new URL(fallback, origin).href
  }
  return url.href
}
