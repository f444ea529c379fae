import { passwordProblem } from './password'
import type { ProblemName } from './problems'

/** The fields of the forms of members. */
export type FieldName =
  | 'email'
  | 'newEmail'
  | 'password'
  | 'currentPassword'
  | 'newPassword'
  | 'code'
  | 'appCode'

/** What stands in a form. */
export type Values = Partial<Record<FieldName, string>>

/** An e-mail address cannot be longer (RFC 5321, section 4.5.3.1.3). */
const longestEmail = 254

/** Something before the @ and a domain with a dot; whether it is somebody's, only an e-mail can tell. */
const emailShape = /^[^\s@<>()[\]",:;\\]+@[^\s@.]+(\.[^\s@.]+)+$/

/**
 * What was written, as the account service wants it. Codes are pasted with spaces, dashes, line breaks or in full
 * width; addresses with spaces around them. Passwords are nobody's to change.
 */
export function normalise(name: FieldName, text: string): string {
  if (name === 'email' || name === 'newEmail') return text.trim()
  if (name !== 'code' && name !== 'appCode') return text
  return text.normalize('NFKC').replace(/[\s\p{Dash}\p{Cf}]/gu, '')
}

/**
 * Checks one field.
 *
 * @param text - as {@link normalise} gives it
 * @returns the name of the message to show, or undefined
 */
export function fieldProblem(name: FieldName, text: string): ProblemName | undefined {
  switch (name) {
    case 'email':
    case 'newEmail':
      if (text === '') return 'emailRequired'
      return text.length <= longestEmail && emailShape.test(text) ? undefined : 'emailInvalid'
    case 'newPassword':
      return passwordProblem(text)
    case 'password':
    case 'currentPassword':
      return text === '' ? 'passwordRequired' : undefined
    default:
      if (text === '') return 'codeRequired'
      return /^\d{6,10}$/.test(text) ? undefined : 'codeShape'
  }
}
