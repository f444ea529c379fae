/**
 * Reduces a requested redirect target to a path of this site.
 *
 * @param requested - the redirect target in the request; anything but a path of this origin becomes `/`
 * @returns a path with its query string, which never starts with two slashes
 */
export function toSameOriginPath(requested: string | null, requestUrl: string): string {
  if (!requested?.startsWith('/') || !URL.canParse(requested, requestUrl)) return '/'
  const target = new URL(requested, requestUrl)
  if (target.origin !== new URL(requestUrl).origin) return '/'
  // `/..//host` resolves to the path `//host`, which a browser treats as another host.
  return `${target.pathname.replace(/^\/+/, '/')}${target.search}`
}
