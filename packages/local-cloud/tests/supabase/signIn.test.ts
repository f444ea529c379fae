import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  linkIn,
  newEmail,
  open,
  PASSWORD,
  type Service,
  SITE,
  sessionOf,
  startService,
} from '../../testing/authService.ts'

let service: Service

beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

describe('a password', () => {
  test('signs in', async () => {
    const { client, email, id } = await service.user()
    const session = await sessionOf(client)
    expect(session).toMatchObject({ token_type: 'bearer', expires_in: 3600, user: { id, email } })
    expect(session.refresh_token).toMatch(/^[a-z0-9]{12}$/)
    expect(session.expires_at).toBeGreaterThan(Date.now() / 1000)
    expect(session.user.last_sign_in_at).toBeTruthy()
  })

  test('is compared with the address in any case', async () => {
    const { email } = await service.user()
    const { error } = await service
      .client()
      .auth.signInWithPassword({ email: email.toUpperCase(), password: PASSWORD })
    expect(error).toBeNull()
  })

  test('that is wrong, and an address that is unknown, get the same answer after the same work', async () => {
    const { email } = await service.user()
    const attempts = []
    for (const [address, password] of [
      [email, 'wrong password'],
      [newEmail('nobody'), PASSWORD],
    ] as const) {
      const before = service.passwords.computed
      const { error } = await service.client().auth.signInWithPassword({ email: address, password })
      attempts.push({ error, work: service.passwords.computed - before })
    }
    expect(attempts[0]?.error).toMatchObject({
      status: 400,
      code: 'invalid_credentials',
      message: 'Invalid login credentials',
    })
    expect(attempts[1]).toEqual(attempts[0])
    expect(attempts[0]?.work).toBe(1)
  })

  test('of an unconfirmed address is refused, but only when it is right', async () => {
    const email = newEmail()
    await service.client().auth.signUp({ email, password: PASSWORD })
    const right = await service.client().auth.signInWithPassword({ email, password: PASSWORD })
    expect(right.error).toMatchObject({ status: 400, code: 'email_not_confirmed' })
    const wrong = await service.client().auth.signInWithPassword({ email, password: 'something else' })
    expect(wrong.error).toMatchObject({ status: 400, code: 'invalid_credentials' })
  })

  test('of a banned user is refused, but only when it is right', async () => {
    const { email, id } = await service.user()
    await service.admin().auth.admin.updateUserById(id, { ban_duration: '24h' })
    const right = await service.client().auth.signInWithPassword({ email, password: PASSWORD })
    expect(right.error).toMatchObject({ status: 400, code: 'user_banned' })
    const wrong = await service.client().auth.signInWithPassword({ email, password: 'something else' })
    expect(wrong.error).toMatchObject({ status: 400, code: 'invalid_credentials' })
  })

  test('that has become too weak still signs in, with a warning', async () => {
    const { email } = await service.user()
    service.configure({ passwordMinLength: 60 })
    const { data } = await service.client().auth.signInWithPassword({ email, password: PASSWORD })
    service.configure({ passwordMinLength: 6 })
    expect(data.session).toBeTruthy()
    expect(data).toMatchObject({ weakPassword: { reasons: ['length'] } })
  })

  test('needs an address, and an unknown way to sign in is refused', async () => {
    const none = await service.call('POST', '/auth/v1/token?grant_type=password', { body: { password: 'x' } })
    expect(none).toMatchObject({ status: 400, body: { code: 'validation_failed' } })
    const strange = await service.call('POST', '/auth/v1/token?grant_type=constructor', { body: {} })
    expect(strange).toMatchObject({
      status: 400,
      body: { code: 'invalid_credentials', message: 'unsupported_grant_type' },
    })
    const { error } = await service.client().auth.signInWithIdToken({ provider: 'google', token: 'x' })
    expect(error).toMatchObject({ status: 400, code: 'provider_disabled' })
  })
})

describe('a code to exchange (PKCE)', () => {
  async function pkceSignUp(redirectTo = `${SITE}/auth/callback?next=%2Faccount`) {
    const client = service.client({ flowType: 'pkce' })
    const email = newEmail()
    const { error } = await client.auth.signUp({
      email,
      password: PASSWORD,
      options: { emailRedirectTo: redirectTo },
    })
    expect(error).toBeNull()
    const link = linkIn(service.mail(email))
    expect(new URL(link).searchParams.get('token')).toMatch(/^pkce_[0-9a-f]{56}$/)
    return { client, email, link }
  }

  test('comes back from the link and is exchanged by the browser that asked', async () => {
    const { client, email, link } = await pkceSignUp()
    const landed = await open(link)
    expect(landed.searchParams.get('next')).toBe('/account')
    expect(landed.hash).toBe('')
    const code = landed.searchParams.get('code') ?? ''
    const { data, error } = await client.auth.exchangeCodeForSession(code)
    expect(error).toBeNull()
    expect(data.user).toMatchObject({ email })
    const claims = await client.auth.getClaims()
    expect(claims.data?.claims.amr).toEqual([expect.objectContaining({ method: 'email/signup' })])
    const again = await service.call('POST', '/auth/v1/token?grant_type=pkce', {
      body: { auth_code: code, code_verifier: 'x'.repeat(43) },
    })
    expect(again).toMatchObject({ status: 404, body: { code: 'flow_state_not_found' } })
  })

  test('is worthless to another browser, after five minutes, and before the link is opened', async () => {
    const first = await pkceSignUp()
    const code = (await open(first.link)).searchParams.get('code')
    const stolen = await service.call('POST', '/auth/v1/token?grant_type=pkce', {
      body: { auth_code: code, code_verifier: 'x'.repeat(43) },
    })
    expect(stolen).toMatchObject({ status: 400, body: { code: 'bad_code_verifier' } })
    service.advance(301)
    const late = await first.client.auth.exchangeCodeForSession(code ?? '')
    expect(late.error).toMatchObject({ status: 422, code: 'flow_state_expired' })
    const empty = await service.call('POST', '/auth/v1/token?grant_type=pkce', { body: { auth_code: code } })
    expect(empty).toMatchObject({ status: 400, body: { code: 'validation_failed' } })
  })

  test('is not handed out for a link that is used or too old: the query and the fragment say why', async () => {
    const { link } = await pkceSignUp()
    await open(link)
    const landed = await open(link)
    expect(Object.fromEntries(landed.searchParams)).toMatchObject({
      error: 'access_denied',
      error_code: 'otp_expired',
      error_description: 'Email link is invalid or has expired',
      next: '/account',
    })
    expect(new URLSearchParams(landed.hash.slice(1)).get('error_code')).toBe('otp_expired')
  })

  test('also ends magic links and recoveries', async () => {
    const { email } = await service.user()
    const client = service.client({ flowType: 'pkce' })
    await client.auth.signInWithOtp({ email })
    const magic = (await open(linkIn(service.mail(email)))).searchParams.get('code') ?? ''
    expect((await client.auth.exchangeCodeForSession(magic)).error).toBeNull()
    await client.auth.resetPasswordForEmail(email)
    const recovery = (await open(linkIn(service.mail(email)))).searchParams.get('code') ?? ''
    const { data, error } = await client.auth.exchangeCodeForSession(recovery)
    expect(error).toBeNull()
    expect(data).toMatchObject({ redirectType: 'recovery' })
  })

  test.each([
    [{ code_challenge: 'x'.repeat(43) }, 'PKCE flow requires'],
    [{ code_challenge: 'short', code_challenge_method: 's256' }, 'between 43 and 128'],
    [{ code_challenge: '*'.repeat(43), code_challenge_method: 's256' }, 'alphanumeric'],
    [{ code_challenge: 'x'.repeat(43), code_challenge_method: 'md5' }, 'unsupported'],
  ])('refuses the challenge %o', async (challenge, message) => {
    const { status, body } = await service.call('POST', '/auth/v1/recover', {
      body: { email: newEmail(), ...challenge },
    })
    expect(status).toBe(400)
    expect(body).toMatchObject({ code: 'validation_failed', message: expect.stringContaining(message) })
  })
})
