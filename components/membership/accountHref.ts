/** Creates the URL of an account page that redirects back to the current page. */
export function createAccountHref(page: '/sign-in' | '/sign-up'): string {
  const { pathname, search, hash } = location
  return `${page}?next=${encodeURIComponent(pathname + search + hash)}`
}
