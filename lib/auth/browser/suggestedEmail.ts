import { cleanEmail, isEmail } from '@/lib/email'

/** Creates the fragment with which a link suggests an email to an account page; empty for a text that is no email. */
export function createEmailFragment(text: string): string {
  const email = cleanEmail(text)
  return isEmail(email) ? `#${new URLSearchParams({ email })}` : ''
}

/** Reads the email from this page's fragment, which browsers send to no server; undefined without one. */
export function readSuggestedEmail(): string | undefined {
  const email = new URLSearchParams(location.hash.slice(1)).get('email') ?? ''
  return isEmail(email) ? email : undefined
}
