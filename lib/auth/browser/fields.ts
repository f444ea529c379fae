import { cleanEmail, isAccountEmail } from '@/lib/email'
import type { ProblemName } from './problems'

/** The fields of the account forms. */
export type AuthField =
  | 'email'
  | 'newEmail'
  | 'password'
  | 'currentPassword'
  | 'newPassword'
  | 'code'
  | 'appCode'

/** The minimum password length in characters. `npm run provision` sets it in Supabase, which counts bytes. */
export const minPasswordLength = 10

/** The account service refuses longer passwords (https://supabase.com/docs/guides/auth/password-security). */
const maxPasswordBytes = 72

/**
 * Normalizes an input for the account service. Pasted codes may contain spaces, dashes, line breaks and
 * full-width digits; pasted emails may contain invisible characters and surrounding spaces. Passwords never change.
 */
export function normalizeField(name: AuthField, text: string): string {
  if (name === 'email' || name === 'newEmail') return cleanEmail(text)
  if (name !== 'code' && name !== 'appCode') return text
  return text.normalize('NFKC').replace(/[\s\p{Dash}\p{Cf}]/gu, '')
}

/**
 * Checks one field.
 *
 * @param text - as {@link normalizeField} returns it
 * @returns the name of the message to show; undefined for a valid field
 */
export function validateField(name: AuthField, text: string): ProblemName | undefined {
  switch (name) {
    case 'email':
    case 'newEmail':
      if (text === '') return 'emailRequired'
      return isAccountEmail(text) ? undefined : 'emailInvalid'
    case 'newPassword':
      return validateNewPassword(text)
    case 'password':
    case 'currentPassword':
      return text === '' ? 'passwordRequired' : undefined
    default:
      if (text === '') return 'codeRequired'
      return /^\d{6,10}$/.test(text) ? undefined : 'codeShape'
  }
}

/** Checks a new password before the request; the account service may have more rules. */
function validateNewPassword(password: string): ProblemName | undefined {
  if (password === '') return 'passwordRequired'
  if ([...password].length < minPasswordLength) return 'passwordShort'
  return new TextEncoder().encode(password).length > maxPasswordBytes ? 'passwordLong' : undefined
}

/**
 * The fields to which a problem reported after submission can belong. A form shows the problem beside the first of
 * these fields that it has. Problems that {@link validateField} finds belong to the validated field.
 */
const problemFields: Partial<Record<ProblemName, AuthField[]>> = {
  emailTaken: ['newEmail', 'email'],
  emailInvalid: ['newEmail', 'email'],
  emailUndeliverable: ['newEmail', 'email'],
  emailSame: ['newEmail'],
  passwordRequired: ['currentPassword'],
  passwordWrong: ['currentPassword', 'password'],
  passwordShort: ['newPassword'],
  passwordLong: ['newPassword'],
  passwordCharacters: ['newPassword'],
  passwordLeaked: ['newPassword'],
  passwordPersonal: ['newPassword'],
  passwordWeak: ['newPassword'],
  passwordSame: ['newPassword'],
  codeWrong: ['code'],
  codeRequired: ['code'],
  appCodeWrong: ['appCode'],
}

/** Finds the field of a form that a problem belongs to; undefined if the form has none. */
export function findProblemField(problem: ProblemName, fields: readonly AuthField[]): AuthField | undefined {
  return problemFields[problem]?.find((field) => fields.includes(field))
}
