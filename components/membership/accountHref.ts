import { createEmailFragment } from '@/lib/auth/browser/suggestedEmail'

/**
 * Creates the URL of an account page that redirects back to the current page.
 *
 * @param email - the email that the visitor entered here, for the page's form
 */
export function createAccountHref(page: '/sign-in' | '/sign-up', email = ''): string {
  const { pathname, search, hash } = location
  return `${page}?next=${encodeURIComponent(pathname + search + hash)}${createEmailFragment(email)}`
}
