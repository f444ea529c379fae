/** The fields of the contact form, in their order. */
export const fieldNames = ['name', 'email', 'phone', 'message'] as const
export type FieldName = (typeof fieldNames)[number]

/** What the visitor has written. */
export type ContactValues = Record<FieldName, string>

/** Most characters of each field. An e-mail address cannot be longer (RFC 5321, section 4.5.3.1.3). */
export const limits: Readonly<Record<FieldName, number>> = {
  name: 100,
  email: 254,
  phone: 50,
  message: 5000,
}

/** What can be wrong with a field. */
export type Problem = 'required' | 'invalid' | 'tooLong'

/**
 * Checks one field. Telephone numbers are written in many ways, so any is taken.
 *
 * @param isEmail - whether the browser takes the value for an e-mail address; it knows no letters beyond ASCII
 *   before the @, so what it refuses is checked again (RFC 6531)
 */
export function problemOf(name: FieldName, value: string, isEmail: boolean): Problem | undefined {
  const text = value.trim()
  if (text === '') return name === 'phone' ? undefined : 'required'
  if ([...text].length > limits[name]) return 'tooLong'
  if (name === 'email' && !isEmail && !internationalAddress.test(text)) return 'invalid'
  return undefined
}

const internationalAddress = /^[^\s@<>()[\]",:;\\]+@[^\s@.]+(\.[^\s@.]+)+$/
