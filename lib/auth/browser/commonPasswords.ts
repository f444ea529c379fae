import { RequestProblem } from '@/lib/api/problem'
import { AuthProblem } from './problems'

/** The timeout of the request for the list. */
const timeoutMs = 5000

let passwords: Promise<Set<string>> | undefined

/**
 * Loads the list of common passwords once per page.
 *
 * @throws errors that `toProblemNames` maps to messages, when the list cannot be loaded; the next call tries again
 */
export function loadCommonPasswords(): Promise<Set<string>> {
  passwords ??= fetch('/api/auth/common-passwords', { signal: AbortSignal.timeout(timeoutMs) })
    .then(async (response) => {
      if (!response.ok) throw new RequestProblem(response.status, 'internal')
      return new Set((await response.text()).split('\n'))
    })
    .catch((error: unknown) => {
      passwords = undefined
      throw error
    })
  return passwords
}

/** Character sequences. Any part of one counts as common; the list contains only some of these parts. */
const sequences = ['0123456789', '9876543210', 'abcdefghijklmnopqrstuvwxyz']

/** Returns the letters of a string, in lowercase. */
const getLetters = (text: string) => text.toLowerCase().replace(/\P{L}/gu, '')

/** Whether a password has exactly the letters of the account's email, the email's local part or the site's name. */
function isPersonal(password: string, email: string): boolean {
  const siteName = globalThis.document?.querySelector<HTMLMetaElement>('meta[name="application-name"]')
  const names = [email, email.split('@')[0], siteName?.content].map((name) => getLetters(name ?? ''))
  return names.some((name) => name.length > 2 && name === getLetters(password))
}

/**
 * Rejects a new password that, ignoring case, is on the list, is part of a sequence, has at most three different
 * characters, or is personal ({@link isPersonal}). Supabase's own check requires a paid plan.
 *
 * @throws an AuthProblem `passwordLeaked` or `passwordPersonal`; errors from {@link loadCommonPasswords}
 */
export async function requireUncommonPassword(password: string, email: string): Promise<void> {
  const common = await loadCommonPasswords()
  const text = password.toLowerCase()
  if (isPersonal(password, email)) throw new AuthProblem('passwordPersonal')
  const isSequence = sequences.some((sequence) => sequence.includes(text))
  if (common.has(text) || isSequence || new Set(text).size <= 3) throw new AuthProblem('passwordLeaked')
}
