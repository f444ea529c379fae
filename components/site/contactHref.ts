/** The address of a mail link, or null when the text is not a plain e-mail address. */
export function emailHref(email: string | null | undefined): string | null {
  const address = email?.trim() ?? ''
  return /^[^\s@?&<>"]+@[^\s@?&<>"]+$/.test(address) ? `mailto:${address}` : null
}

/** The address of a telephone link, or null when the text is not a plain telephone number. */
export function phoneHref(phone: string | null | undefined): string | null {
  if (!/^[\d\s()+./-]+$/.test(phone ?? '')) return null
  const number = (phone ?? '').replace(/[^\d+]/g, '')
  return /^\+?\d{5,}$/.test(number) ? `tel:${number}` : null
}
