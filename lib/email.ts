/** The maximum length of an email address (RFC 5321, section 4.5.3.1.3). Characters. */
export const maxEmailLength = 254

/** Excludes control and format characters, which are invisible; PostgreSQL also rejects NUL characters. */
const emailPattern = /^[^\s\p{Cc}\p{Cf}@<>()[\]",:;\\]+@[^\s\p{Cc}\p{Cf}@.]+(\.[^\s\p{Cc}\p{Cf}@.]+)+$/u

/** Removes invisible characters and surrounding spaces, which pasted text may contain. */
export function cleanEmail(text: string): string {
  return text.replace(/\p{Cf}/gu, '').trim()
}

/**
 * Whether a text is one email: something before the @, letters beyond ASCII included (RFC 6531), and a domain with a
 * dot. Quoted names and IPs in brackets, which RFC 5321 also allows, are not used on the web. Only a message can
 * prove that the mailbox exists.
 */
export function isEmail(text: string): boolean {
  return text.length <= maxEmailLength && emailPattern.test(text)
}

const domainLabel = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?'
const nameAtom = "[a-z0-9!#$%&'*+/=?^_`{|}~-]+"
const accountEmail = new RegExp(`^${nameAtom}(\\.${nameAtom})*@${domainLabel}(\\.${domainLabel})+$`, 'i')

/**
 * Whether an account can have an email: Supabase Auth accepts ASCII only
 * (https://html.spec.whatwg.org/multipage/input.html#valid-e-mail-address), and its mailer no empty part between
 * dots.
 */
export function isAccountEmail(text: string): boolean {
  return text.length <= maxEmailLength && accountEmail.test(text)
}

/** Whether two emails are the same mailbox. Email services ignore case. */
export function isSameEmail(a: string | null | undefined, b: string): boolean {
  return a?.toLowerCase() === b.toLowerCase()
}
