/**
 * Reduces a requested redirect target to a path of this site.
 *
 * @param wanted - as the request states it; anything but a path of this origin becomes `/`
 * @param base - the absolute URL of the request
 * @returns a path with its query string, which never starts with two slashes
 */
export function sameOriginPath(wanted: string | null, base: string): string {
  if (!wanted?.startsWith('/') || !URL.canParse(wanted, base)) return '/'
  const target = new URL(wanted, base)
  if (target.origin !== new URL(base).origin) return '/'
  // `/..//host` resolves to the path `//host`, which a browser treats as another host.
  return `${target.pathname.replace(/^\/+/, '/')}${target.search}`
}
