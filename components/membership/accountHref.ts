/** The address of a page of accounts that leads back to where the visitor is. */
export function accountHref(page: '/sign-in' | '/sign-up'): string {
  const { pathname, search, hash } = location
  return `${page}?next=${encodeURIComponent(pathname + search + hash)}`
}
