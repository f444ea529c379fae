import { cleanEmail, isEmail } from './email.ts'

/** Creates a mailto URL; returns null for a string that is not an email. */
export function createEmailHref(email: string | null | undefined): string | null {
  const cleaned = cleanEmail(email ?? '')
  // These characters are delimiters in a mailto URL (RFC 6068, section 2).
  return isEmail(cleaned) ? `mailto:${cleaned.replace(/[%?&#/]/g, encodeURIComponent)}` : null
}

/** Creates a tel URL; returns null for a string that is not a plain telephone number. */
export function createPhoneHref(phone: string | null | undefined): string | null {
  if (!/^[\d\s()+./-]+$/.test(phone ?? '')) return null
  const number = (phone ?? '').replace(/[^\d+]/g, '')
  return /^\+?\d{5,}$/.test(number) ? `tel:${number}` : null
}
