import { getErrorCode, getProperty } from '@/lib/errorCode'

/**
 * Message names, keyed by error code: Supabase Auth's (https://supabase.com/docs/guides/auth/debugging/error-codes) and
 * those of the site's routes.
 */
const messageNames = {
  invalid_credentials: 'invalidCredentials',
  email_not_confirmed: 'emailNotConfirmed',
  user_banned: 'userBanned',
  signup_disabled: 'signUpClosed',
  email_provider_disabled: 'wayClosed',
  otp_disabled: 'wayClosed',
  over_email_send_rate_limit: 'tooManyMails',
  otp_expired: 'linkExpired',
  email_exists: 'emailTaken',
  user_already_exists: 'emailTaken',
  email_address_invalid: 'emailInvalid',
  email_address_not_authorized: 'emailUndeliverable',
  weak_password: 'passwordWeak',
  same_password: 'passwordSame',
  current_password_required: 'passwordRequired',
  current_password_invalid: 'passwordWrong',
  reauthentication_needed: 'reauthenticationNeeded',
  reauthentication_not_valid: 'codeWrong',
  reauth_nonce_missing: 'codeRequired',
  no_authorization: 'sessionEnded',
  bad_jwt: 'sessionEnded',
  session_not_found: 'sessionEnded',
  session_expired: 'sessionEnded',
  refresh_token_not_found: 'sessionEnded',
  refresh_token_already_used: 'sessionEnded',
  user_not_found: 'accountGone',
  insufficient_aal: 'secondFactorNeeded',
  mfa_verification_failed: 'appCodeWrong',
  mfa_challenge_expired: 'appCodeWrong',
  too_many_enrolled_mfa_factors: 'secondFactorLimit',
  mfa_totp_enroll_not_enabled: 'secondFactorOff',
  mfa_totp_verify_not_enabled: 'secondFactorOff',
  page_outdated: 'pageOutdated',
  captcha_failed: 'captchaFailed',
  membership_not_ended: 'membershipNotEnded',
  account_not_deleted: 'accountNotDeleted',
} as const

/** Message names, keyed by the reasons in `weak_password.reasons`. */
const weaknessNames = {
  characters: 'passwordCharacters',
  pwned: 'passwordLeaked',
} as const

/** The key of an error message in the area `account`. */
export type ProblemName =
  | (typeof messageNames)[keyof typeof messageNames]
  | (typeof weaknessNames)[keyof typeof weaknessNames]
  | 'emailRequired'
  | 'emailSame'
  | 'serviceDown'
  | 'tooManyTries'
  | 'passwordShort'
  | 'passwordLong'
  | 'passwordPersonal'
  | 'codeShape'
  | 'noAnswer'
  | 'offline'
  | 'storageBlocked'
  | 'unexpected'

/** An error that the site itself detects, with its message name. */
export class AuthProblem extends Error {
  override readonly name = 'AuthProblem'
  readonly problem: ProblemName

  constructor(problem: ProblemName) {
    super(problem)
    this.problem = problem
  }
}

/**
 * Maps an error from the account service's client, a route or the browser to the names of the messages to show;
 * several for a password that is weak for several reasons.
 */
export function toProblemNames(error: unknown, isOnline = true): ProblemName[] {
  if (error instanceof AuthProblem) return [error.problem]
  const code = getErrorCode(error)
  if (code === 'weak_password') {
    const weaknesses = getReasons(error).flatMap((reason) =>
      isKey(weaknessNames, reason) ? [weaknessNames[reason]] : [],
    )
    return weaknesses.length > 0 ? weaknesses : ['passwordWeak']
  }
  if (code !== undefined && isKey(messageNames, code)) return [messageNames[code]]
  const message = getProperty(error, 'message')
  // Any field can cause this code; only the service's message mentions the field.
  if (code === 'validation_failed' && /email address/i.test(String(message))) return ['emailInvalid']
  const name = getProperty(error, 'name')
  if (name === 'AuthSessionMissingError' || name === 'AuthInvalidTokenResponseError') return ['sessionEnded']
  const status = getProperty(error, 'status')
  if (status === 429) return ['tooManyTries']
  if (typeof status === 'number' && status >= 500) return ['serviceDown']
  const hasNoResponse = name === 'AuthRetryableFetchError' || (error instanceof Error && status === undefined)
  if (!hasNoResponse) return ['unexpected']
  return isOnline ? ['noAnswer'] : ['offline']
}

function getReasons(error: unknown): string[] {
  const reasons = getProperty(error, 'reasons')
  return Array.isArray(reasons) ? reasons.map(String) : []
}

function isKey<Table extends object>(table: Table, key: string): key is Extract<keyof Table, string> {
  return Object.hasOwn(table, key)
}
