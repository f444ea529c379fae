import { describe, expect, it } from 'vitest'
import { getLinkPurpose, parseEmailLink, parseExpiredLink, readTarget, skipPasswordStep } from './emailLink'

const origin = 'https://site.example'
const parse = (params: { token_hash?: string; type?: string; next?: string }) =>
  parseEmailLink(`#${new URLSearchParams(params)}`, origin)

describe('a link in an email', () => {
  it.each(['signup', 'magiclink', 'email_change', 'email'])(
    'of the type %s continues to its target on the site',
    (type) => {
      expect(parse({ token_hash: 'pkce_0a1b', type, next: `${origin}/services` })).toEqual({
        tokenHash: 'pkce_0a1b',
        type,
        next: `${origin}/services`,
      })
    },
  )

  it.each(['recovery', 'invite'])(
    'of the type %s opens /reset-password unless it has another target on the site',
    (type) => {
      const getNext = (next: string) => parse({ token_hash: 'a', type, next })?.next
      expect(getNext('')).toBe(`${origin}/reset-password`)
      expect(getNext(origin)).toBe(`${origin}/reset-password`)
      expect(getNext(`${origin}/reset-password`)).toBe(`${origin}/reset-password`)
      expect(getNext('https://evil.example/account')).toBe(`${origin}/reset-password`)
      expect(getNext(`${origin}/account`)).toBe(`${origin}/account`)
    },
  )

  it('is also read from the query, which has the token in older emails', () => {
    expect(parseEmailLink('?token_hash=a&type=signup', origin)?.tokenHash).toBe('a')
  })

  it('provides its recipient only if that is a valid email', () => {
    const parseEmail = (email: string) =>
      parseEmailLink(`#token_hash=a&type=invite&email=${encodeURIComponent(email)}`, origin)?.email
    expect(parseEmail('ada+1@example.com')).toBe('ada+1@example.com')
    expect(parseEmail('<script>')).toBeUndefined()
  })

  it('to a buyer skips the password step, and opens its target without the marker', () => {
    const target = `${origin}/services#offer`
    expect(readTarget(target)).toEqual({ url: target, skipsPassword: false })
    const { next = '' } = parse({ token_hash: 'a', type: 'signup', next: skipPasswordStep(target) }) ?? {}
    expect(readTarget(next)).toEqual({ url: target, skipsPassword: true })
  })

  it.each([
    ['magiclink', '/', 'signIn'],
    ['signup', '/', 'signUp'],
    ['invite', '/reset-password', 'signUp'],
    ['invite', '/account?password=later', 'membership'],
    ['magiclink', '/account?password=later', 'membership'],
    ['magiclink', '/services?password=later#offer', 'signIn'],
    ['recovery', '/reset-password', 'reset'],
    ['email_change', '/account', 'change'],
  ] as const)(
    'of the type %s to %s has the purpose %s, if it contains the required emails',
    (type, path, purpose) => {
      const link = {
        tokenHash: 'a',
        type,
        next: `${origin}${path}`,
        email: 'a@b.example',
        newEmail: 'c@b.example',
      }
      expect(getLinkPurpose(link)).toBe(purpose)
      expect(getLinkPurpose({ ...link, email: undefined })).toBeUndefined()
    },
  )

  it('of an email change has no purpose without the new email', () => {
    const next = `${origin}/account`
    expect(
      getLinkPurpose({ tokenHash: 'a', type: 'email_change', next, email: 'a@b.example' }),
    ).toBeUndefined()
  })

  it('opens the home page instead of a target on another site', () => {
    const next = 'https://evil.example/'
    expect(parse({ token_hash: 'a', type: 'signup', next })?.next).toBe(`${origin}/`)
  })

  it.each([
    {},
    { type: 'signup' },
    { token_hash: '', type: 'signup' },
    { token_hash: 'a' },
    { token_hash: 'a', type: 'sms' },
    { token_hash: '<script>', type: 'signup' },
    { token_hash: 'a'.repeat(257), type: 'signup' },
  ])('is rejected when it is incomplete or malformed: %j', (params) => {
    expect(parse({ ...params })).toBeUndefined()
  })
})

describe('a link that the account service has refused as expired', () => {
  it('is parsed into the parameters of a new sign-in link with the same target', () => {
    const link = parseExpiredLink('#error=access_denied&error_code=otp_expired&next=%2Faccount', origin)
    expect(link).toEqual({ tokenHash: '', type: 'email', next: `${origin}/account` })
  })

  it('opens the home page instead of a target on another site', () => {
    const fragment = '#error_code=otp_expired&next=https%3A%2F%2Fevil.example'
    expect(parseExpiredLink(fragment, origin)?.next).toBe(`${origin}/`)
  })

  it.each(['', '#offer', '#error_code=user_banned'])('is not parsed from %j', (fragment) => {
    expect(parseExpiredLink(fragment, origin)).toBeUndefined()
  })
})
