import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type AuthService, newEmail, PASSWORD, SITE, startAuthService } from '../../testing/authService.ts'
import { openLink } from '../support/authLinks.ts'

let service: AuthService

beforeAll(async () => {
  service = await startAuthService()
})
afterAll(() => service.stop())
beforeEach(() => {
  service.configure({ mailInterval: 0, rateEmail: 100_000 })
})

describe('an invalid email', () => {
  test.each(['ünï@pseudo.example', 'ada@exämple.com', '"a b"@pseudo.example'])(
    '%s returns 400',
    async (email) => {
      const { error } = await service.createClient().auth.signUp({ email, password: PASSWORD })
      expect(error).toMatchObject({
        status: 400,
        code: 'validation_failed',
        message: 'Unable to validate email address: invalid format',
      })
    },
  )

  test.each(['a..b', '.ab', 'ab.'])(
    '%s@… returns 500, since it cannot be mailed, and creates no user',
    async (name) => {
      const email = `${name}@pseudo.example`
      const client = service.createClient()
      const { error } = await client.auth.signUp({ email, password: PASSWORD })
      expect(error).toMatchObject({ status: 500, message: 'Error sending confirmation email' })
      const { error: signIn } = await client.auth.signInWithPassword({ email, password: PASSWORD })
      expect(signIn).toMatchObject({ code: 'invalid_credentials' })
    },
  )
})

describe('signUp', () => {
  test('returns the user without a session; the link in the email confirms the email and signs in', async () => {
    const email = newEmail('Ada')
    const client = service.createClient()
    const { data, error } = await client.auth.signUp({
      email,
      password: PASSWORD,
      options: { data: { plan: 'studio' }, emailRedirectTo: `${SITE}/account?tab=1` },
    })
    expect(error).toBeNull()
    expect(data.session).toBeNull()
    const lowerCase = email.toLowerCase()
    expect(data.user).toMatchObject({
      email: lowerCase,
      aud: 'authenticated',
      role: 'authenticated',
      phone: '',
      is_anonymous: false,
      app_metadata: { provider: 'email', providers: ['email'] },
      user_metadata: { plan: 'studio', email: lowerCase, email_verified: false, phone_verified: false },
    })
    expect(data.user?.identities).toEqual([
      expect.objectContaining({
        provider: 'email',
        id: data.user?.id,
        user_id: data.user?.id,
        email: lowerCase,
      }),
    ])
    expect(data.user?.email_confirmed_at).toBeUndefined()

    const mail = service.readLatestMail(lowerCase)
    expect(mail.subject).toBe('Confirm your email address')
    expect(mail.text).toContain(String(mail.details?.link))
    expect(mail.text).toContain(service.readCode(lowerCase))
    expect(mail.details?.redirectTo).toBe(`${SITE}/account?tab=1`)
    const signedIn = await openLink(client, mail)
    expect(signedIn.error).toBeNull()
    expect(signedIn.data.user?.email_confirmed_at).toBeTruthy()
    expect(signedIn.data.user?.user_metadata).toMatchObject({ email_verified: true })
    expect(signedIn.data.user?.identities?.[0]?.identity_data).toMatchObject({ email_verified: true })
  })

  test('with a confirmed email returns an obfuscated user, and changes and sends nothing', async () => {
    const { email, id, client } = await service.createUser()
    const before = service.inbox.list({ to: email }).length
    const { data, error } = await service
      .createClient()
      .auth.signUp({ email, password: 'another password', options: { data: { plan: 'x' } } })
    expect(error).toBeNull()
    expect(data.session).toBeNull()
    expect(data.user).toMatchObject({ email, identities: [], user_metadata: { plan: 'x' } })
    expect(data.user?.id).not.toBe(id)
    expect(service.inbox.list({ to: email }).length).toBe(before)
    expect((await client.auth.getUser()).data.user?.user_metadata).not.toHaveProperty('plan')
    const old = await service.createClient().auth.signInWithPassword({ email, password: PASSWORD })
    expect(old.error).toBeNull()
  })

  test('with an unconfirmed email retains the first password, and sends the email again', async () => {
    const email = newEmail()
    const first = await service.createClient().auth.signUp({ email, password: PASSWORD })
    const second = await service.createClient().auth.signUp({ email, password: 'the second one' })
    expect(second.data.user?.id).toBe(first.data.user?.id)
    expect(service.inbox.list({ to: email })).toHaveLength(2)
    await service.createClient().auth.verifyOtp({ email, token: service.readCode(email), type: 'signup' })
    const withSecond = await service
      .createClient()
      .auth.signInWithPassword({ email, password: 'the second one' })
    expect(withSecond.error).toMatchObject({ code: 'invalid_credentials' })
    const withFirst = await service.createClient().auth.signInWithPassword({ email, password: PASSWORD })
    expect(withFirst.error).toBeNull()
  })

  test('creates one account for concurrent requests', async () => {
    const email = newEmail()
    const attempts = await Promise.all(
      Array.from({ length: 5 }, () => service.createClient().auth.signUp({ email, password: PASSWORD })),
    )
    expect(attempts.map(({ error }) => error)).toEqual(Array(5).fill(null))
    expect(new Set(attempts.map(({ data }) => data.user?.id)).size).toBe(1)
  })

  test('refuses weak passwords with the reasons', async () => {
    service.configure({
      passwordMinLength: 10,
      passwordCharacters: 'abcdefghijklmnopqrstuvwxyz:0123456789',
      leakedPasswords: true,
    })
    const attempt = (password: string) => service.createClient().auth.signUp({ email: newEmail(), password })
    expect((await attempt('short')).error).toMatchObject({
      status: 422,
      code: 'weak_password',
      reasons: ['length', 'characters'],
    })
    expect((await attempt('abcdefghijkl')).error).toMatchObject({ reasons: ['characters'] })
    expect((await attempt('1Q2w3e4r5t')).error).toMatchObject({ code: 'weak_password', reasons: ['pwned'] })
    expect((await attempt('abcdefghijkl9')).error).toBeNull()
    const long = await attempt('a1'.repeat(40))
    expect(long.error).toMatchObject({ status: 400, code: 'validation_failed' })
    service.configure({ passwordMinLength: 6, passwordCharacters: '', leakedPasswords: false })
  })

  test('refuses malformed requests', async () => {
    const wrong = await service.createClient().auth.signUp({ email: 'invalid', password: PASSWORD })
    expect(wrong.error).toMatchObject({ status: 400, code: 'validation_failed' })
    const none = await service.sendRequest('POST', '/auth/v1/signup', { body: { email: newEmail() } })
    expect(none).toMatchObject({ status: 400, body: { code: 'validation_failed' } })
    const json = await service.sendRequest('POST', '/auth/v1/signup', { body: '{' })
    expect(json).toMatchObject({ status: 400, body: { code: 'bad_json' } })
  })

  test('limits emails to known and unknown recipients equally', async () => {
    service.configure({ mailInterval: 60 })
    const { email: taken } = await service.createUser()
    for (const email of [newEmail(), taken]) {
      expect((await service.createClient().auth.signUp({ email, password: PASSWORD })).error).toBeNull()
      const again = await service.createClient().auth.signUp({ email, password: PASSWORD })
      expect(again.error).toMatchObject({ status: 429, code: 'over_email_send_rate_limit' })
      expect(again.error?.message).toMatch(
        /^For security purposes, you can only request this after \d+ seconds\.$/,
      )
    }
    service.advanceClock(61)
    expect((await service.createClient().auth.signUp({ email: taken, password: PASSWORD })).error).toBeNull()
  })

  test('limits the total number of emails to all recipients', async () => {
    service.configure({ rateEmail: 0 })
    const email = newEmail()
    const { error } = await service.createClient().auth.signUp({ email, password: PASSWORD })
    expect(error).toMatchObject({ status: 429, code: 'over_email_send_rate_limit' })
    service.configure({ rateEmail: 100_000 })
    const later = await service.createClient().auth.signUp({ email, password: 'a different password' })
    expect(later.error).toBeNull()
    await service.createClient().auth.verifyOtp({ email, token: service.readCode(email), type: 'signup' })
    const signIn = await service
      .createClient()
      .auth.signInWithPassword({ email, password: 'a different password' })
    expect(signIn.error).toBeNull()
  })
})
