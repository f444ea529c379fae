import { cleanEmail, isEmail } from '@/lib/email'

/** Creates the URL fragment that prefills an email on an account page; empty if the string is not an email. */
export function createEmailFragment(text: string): string {
  const email = cleanEmail(text)
  return isEmail(email) ? `#${new URLSearchParams({ email })}` : ''
}

/** Reads the email from this page's fragment, which browsers do not send to servers; undefined without one. */
export function readSuggestedEmail(): string | undefined {
  const email = new URLSearchParams(location.hash.slice(1)).get('email') ?? ''
  return isEmail(email) ? email : undefined
}
