import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newEmail, PASSWORD, type Service, sessionOf, startService } from '../../testing/authService.ts'

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

  test('that is wrong, and an email that is unknown, get the same response', async () => {
    const { email } = await service.user()
    const attempts = []
    for (const [address, password] of [
      [email, 'wrong password'],
      [newEmail('nobody'), PASSWORD],
    ] as const) {
      const { error } = await service.client().auth.signInWithPassword({ email: address, password })
      attempts.push({ error })
    }
    expect(attempts[0]?.error).toMatchObject({
      status: 400,
      code: 'invalid_credentials',
      message: 'Invalid login credentials',
    })
    expect(attempts[1]).toEqual(attempts[0])
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
  })
})
