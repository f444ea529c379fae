/** The maximum number of characters in an email (RFC 5321, section 4.5.3.1.3). */
export const maxEmailLength = 254

/** Excludes control and format characters, which are invisible; PostgreSQL also rejects NUL characters. */
const emailPattern = /^[^\s\p{Cc}\p{Cf}@<>()[\]",:;\\]+@[^\s\p{Cc}\p{Cf}@.]+(\.[^\s\p{Cc}\p{Cf}@.]+)+$/u

/** Removes invisible format characters and surrounding spaces, which pasted text may contain. */
export function cleanEmail(text: string): string {
  return text.replace(/\p{Cf}/gu, '').trim()
}

/**
 * Whether a string is one email: a local part, where non-ASCII letters are valid (RFC 6531), and a domain with a dot.
 * Rejects quoted local parts, which RFC 5321 allows. Barely checks the domain: it may be a bracketed IPv4 address.
 */
export function isEmail(text: string): boolean {
  return text.length <= maxEmailLength && emailPattern.test(text)
}

const domainLabel = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?'
const nameAtom = "[a-z0-9!#$%&'*+/=?^_`{|}~-]+"
const accountEmail = new RegExp(`^${nameAtom}(\\.${nameAtom})*@${domainLabel}(\\.${domainLabel})+$`, 'i')

/**
 * Whether Supabase Auth accepts an email: it must be ASCII
 * (https://html.spec.whatwg.org/multipage/input.html#valid-e-mail-address) without empty parts between dots.
 */
export function isAccountEmail(text: string): boolean {
  return text.length <= maxEmailLength && accountEmail.test(text)
}

/** Whether two emails belong to the same mailbox. Email services ignore case. */
export function isSameEmail(a: string | null | undefined, b: string): boolean {
  return a?.toLowerCase() === b.toLowerCase()
}
