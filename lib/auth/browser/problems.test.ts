import { describe, expect, it } from 'vitest'
import { RequestProblem } from '@/lib/api/problem'
import { areas } from '@/lib/messages/areas'
import { AuthProblem, toProblemNames } from './problems'

const account: Record<string, string> = areas.account.defaults

/** Creates an error like those that the account service's client throws. */
const createAuthError = (status: number, code?: string, more = {}) =>
  Object.assign(new Error('in English'), { name: 'AuthApiError', status, code, ...more })

describe('an error from the account service', () => {
  it.each([
    [400, 'invalid_credentials', 'invalidCredentials'],
    [400, 'email_not_confirmed', 'emailNotConfirmed'],
    [400, 'user_banned', 'userBanned'],
    [422, 'signup_disabled', 'signUpClosed'],
    [422, 'user_already_exists', 'emailTaken'],
    [422, 'otp_disabled', 'wayClosed'],
    [429, 'over_email_send_rate_limit', 'tooManyMails'],
    [429, 'over_request_rate_limit', 'tooManyTries'],
    [429, undefined, 'tooManyTries'],
    [400, 'refresh_token_not_found', 'sessionEnded'],
    [400, 'refresh_token_already_used', 'sessionEnded'],
    [400, 'session_expired', 'sessionEnded'],
    [403, 'session_not_found', 'sessionEnded'],
    [403, 'bad_jwt', 'sessionEnded'],
    [401, 'no_authorization', 'sessionEnded'],
    [403, 'user_not_found', 'accountGone'],
    [403, 'otp_expired', 'linkExpired'],
    [422, 'same_password', 'passwordSame'],
    [422, 'email_exists', 'emailTaken'],
    [400, 'reauthentication_needed', 'reauthenticationNeeded'],
    [422, 'reauthentication_not_valid', 'codeWrong'],
    [401, 'insufficient_aal', 'secondFactorNeeded'],
    [422, 'mfa_verification_failed', 'appCodeWrong'],
    [422, 'mfa_challenge_expired', 'appCodeWrong'],
    [422, 'too_many_enrolled_mfa_factors', 'secondFactorLimit'],
    [500, 'unexpected_failure', 'serviceDown'],
    [502, undefined, 'serviceDown'],
    [503, undefined, 'serviceDown'],
    [504, undefined, 'serviceDown'],
    [418, 'something_new', 'unexpected'],
  ])('with %i %s is mapped to the message %s', (status, code, name) => {
    expect(toProblemNames(createAuthError(status, code))).toEqual([name])
    expect(account[name]).toEqual(expect.any(String))
  })

  it('with validation_failed is mapped to emailInvalid only if its message mentions the email', () => {
    const message = 'Unable to validate email address: invalid format'
    expect(toProblemNames(createAuthError(400, 'validation_failed', { message }))).toEqual(['emailInvalid'])
    expect(toProblemNames(createAuthError(400, 'validation_failed'))).toEqual(['unexpected'])
  })

  it('about a weak password is mapped to its reasons’ messages, or else to passwordWeak', () => {
    const mapWeakPassword = (reasons: string[]) =>
      toProblemNames(createAuthError(422, 'weak_password', { name: 'AuthWeakPasswordError', reasons }))
    expect(mapWeakPassword(['characters', 'pwned'])).toEqual(['passwordCharacters', 'passwordLeaked'])
    // The required length is not in the error, and our own number would be wrong.
    expect(mapWeakPassword(['length'])).toEqual(['passwordWeak'])
    expect(mapWeakPassword([])).toEqual(['passwordWeak'])
  })

  it('about a missing session is mapped to sessionEnded', () => {
    expect(toProblemNames(createAuthError(400, undefined, { name: 'AuthSessionMissingError' }))).toEqual([
      'sessionEnded',
    ])
  })
})

describe('a request without a response', () => {
  it.each([
    new TypeError('Failed to fetch'),
    new DOMException('timed out', 'TimeoutError'),
    createAuthError(0, undefined, { name: 'AuthRetryableFetchError' }),
    Object.assign(new Error('Loading chunk 1 failed'), { name: 'ChunkLoadError' }),
  ])('is reported as noAnswer, or as offline without a connection: %s', (error) => {
    expect(toProblemNames(error)).toEqual(['noAnswer'])
    expect(toProblemNames(error, false)).toEqual(['offline'])
  })
})

describe('an error from the site', () => {
  it.each([
    [401, 'no_authorization', 'sessionEnded'],
    [401, 'session_not_found', 'sessionEnded'],
    [403, 'insufficient_aal', 'secondFactorNeeded'],
    [403, 'reauthentication_needed', 'reauthenticationNeeded'],
    [503, 'accounts_unavailable', 'serviceDown'],
    [502, 'membership_not_ended', 'membershipNotEnded'],
    [502, 'account_not_deleted', 'accountNotDeleted'],
    [500, 'internal', 'serviceDown'],
    [400, 'anything', 'unexpected'],
  ])('with %i %s is mapped to the message %s', (status, code, name) => {
    expect(toProblemNames(new RequestProblem(status, code))).toEqual([name])
    expect(account[name]).toEqual(expect.any(String))
  })

  it('with a problem name is mapped to that name', () => {
    expect(toProblemNames(new AuthProblem('storageBlocked'))).toEqual(['storageBlocked'])
  })
})
