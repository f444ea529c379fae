import { dictionary } from '@zxcvbn-ts/language-common'
import { minPasswordLength } from '@/lib/auth/browser/fields'

/**
 * Visitor → site: returns the most common passwords of at least the minimum length, in lowercase, one per line. The
 * response is prerendered. Only forms for a new password request it; scripts do not contain the dictionary (400 KB).
 */
export function GET(): Response {
  const passwords = dictionary['passwords-common'].filter(({ length }) => length >= minPasswordLength)
  return new Response(passwords.join('\n'), { headers: { 'Content-Type': 'text/plain; charset=utf-8' } })
}
