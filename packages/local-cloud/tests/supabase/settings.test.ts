import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { authenticatorCode } from '../../testing/authenticator.ts'
import { newEmail, PASSWORD, type Service, sessionOf, startService } from '../../testing/authService.ts'

let service: Service
const usual = {
  emailEnabled: true,
  otpLength: 6,
  otpExpiry: 3600,
  jwtExpiry: 3600,
  challengeExpiry: 300,
  anonymousUsers: false,
  rateLimits: false,
  rateToken: 150,
  rateMfa: 15,
  rateAnonymous: 30,
}

beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())
afterEach(() => {
  service.configure(usual)
  service.limits.clear()
})

test('e-mail turned off closes every way that needs it, for new sessions', async () => {
  const { client, email } = await service.user()
  service.configure({ emailEnabled: false })
  const closed = { code: 'email_provider_disabled' }
  const { auth } = service.client()
  expect((await auth.signUp({ email: newEmail(), password: PASSWORD })).error).toMatchObject(closed)
  expect((await auth.signInWithPassword({ email, password: PASSWORD })).error).toMatchObject(closed)
  expect((await auth.signInWithOtp({ email })).error).toMatchObject(closed)
  expect((await auth.resetPasswordForEmail(email)).error).toMatchObject(closed)
  expect((await auth.resend({ type: 'signup', email })).error).toMatchObject(closed)
  expect((await client.auth.getUser()).error).toBeNull()
  expect((await service.call('GET', '/auth/v1/settings')).body).toMatchObject({ external: { email: false } })
})

test.each([8, 10])('codes have %i digits, and work', async (otpLength) => {
  service.configure({ otpLength })
  const { email } = await service.user()
  const client = service.client()
  await client.auth.signInWithOtp({ email })
  const code = service.code(email)
  expect(code).toMatch(new RegExp(`^\\d{${otpLength}}$`))
  expect((await client.auth.verifyOtp({ email, token: code, type: 'email' })).error).toBeNull()
})

describe('times that a project sets', () => {
  test('for codes and links', async () => {
    service.configure({ otpExpiry: 60 })
    const { email } = await service.user()
    const client = service.client()
    await client.auth.signInWithOtp({ email })
    service.advance(61)
    const late = await client.auth.verifyOtp({ email, token: service.code(email), type: 'email' })
    expect(late.error).toMatchObject({ status: 403, code: 'otp_expired' })
  })

  test('for access tokens', async () => {
    service.configure({ jwtExpiry: 120 })
    const { client } = await service.user()
    const { access_token, expires_in } = await sessionOf(client)
    expect(expires_in).toBe(120)
    service.advance(121)
    expect((await service.client().auth.getUser(access_token)).error).toMatchObject({
      status: 403,
      code: 'bad_jwt',
    })
  })

  test('for the codes of an app', async () => {
    service.configure({ challengeExpiry: 30 })
    const { client } = await service.user()
    const { data } = await client.auth.mfa.enroll({ factorType: 'totp' })
    const factorId = data?.id ?? ''
    const challenge = await client.auth.mfa.challenge({ factorId })
    service.advance(31)
    const late = await client.auth.mfa.verify({
      factorId,
      challengeId: challenge.data?.id ?? '',
      code: authenticatorCode(data?.type === 'totp' ? data.totp.secret : '', 31),
    })
    expect(late.error).toMatchObject({ status: 422, code: 'mfa_challenge_expired' })
  })
})

describe('limits that a project sets', () => {
  /** Asks until it is refused. Answers how many requests got through. */
  async function untilRefused(ask: () => Promise<{ error: unknown }>): Promise<number> {
    for (let count = 0; count < 100; count += 1) {
      const { error } = await ask()
      const code = error && typeof error === 'object' ? Reflect.get(error, 'code') : undefined
      if (code === 'over_request_rate_limit') return count
    }
    throw new Error('Nothing was refused.')
  }

  test('for sign-ins: as many as come back in the time', async () => {
    service.configure({ rateLimits: true, rateToken: 600 })
    const signIn = () => service.client().auth.signInWithPassword({ email: 'a@example.com', password: 'x' })
    expect(await untilRefused(signIn)).toBeGreaterThanOrEqual(30)
    service.configure({ rateToken: 30 })
    service.advance(10)
    expect((await signIn()).error).toMatchObject({ code: 'invalid_credentials' })
    expect((await signIn()).error).toMatchObject({ status: 429 })
  })

  test('for second factors: nobody guesses one', async () => {
    const { client } = await service.user()
    const { data } = await client.auth.mfa.enroll({ factorType: 'totp' })
    service.configure({ rateLimits: true })
    const guess = () => client.auth.mfa.challengeAndVerify({ factorId: data?.id ?? '', code: '000000' })
    expect(await untilRefused(guess)).toBeLessThanOrEqual(30)
  })

  test('for anonymous visitors', async () => {
    service.configure({ rateLimits: true, anonymousUsers: true, rateAnonymous: 3 })
    expect(await untilRefused(() => service.client().auth.signInAnonymously())).toBe(3)
    service.advance(1200)
    expect((await service.client().auth.signInAnonymously()).error).toBeNull()
  })
})
