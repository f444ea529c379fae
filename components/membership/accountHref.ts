import { createEmailFragment, readSuggestedEmail } from '@/lib/auth/browser/suggestedEmail'

/**
 * Creates the URL of an account page that redirects back to the current page.
 *
 * @param email - the email that the visitor entered here, which prefills the page's form
 */
export function createAccountHref(page: '/sign-in' | '/sign-up', email = ''): string {
  const { pathname, search, hash } = location
  // A query reaches the server, so it never contains an email.
  const next = pathname + search + (readSuggestedEmail() ? '' : hash)
  return `${page}?next=${encodeURIComponent(next)}${createEmailFragment(email)}`
}
