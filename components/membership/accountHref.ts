/** The URL of a page of accounts that returns to the current page. */
export function accountHref(page: '/sign-in' | '/sign-up'): string {
  const { pathname, search, hash } = location
  return `${page}?next=${encodeURIComponent(pathname + search + hash)}`
}
