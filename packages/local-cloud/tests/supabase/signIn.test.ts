import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newEmail, PASSWORD, requireSession, type Service, startService } from '../../testing/authService.ts'

let service: Service

beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

describe('signInWithPassword', () => {
  test('returns a session', async () => {
    const { client, email, id } = await service.user()
    const session = await requireSession(client)
    expect(session).toMatchObject({ token_type: 'bearer', expires_in: 3600, user: { id, email } })
    expect(session.refresh_token).toMatch(/^[a-z0-9]{12}$/)
    expect(session.expires_at).toBeGreaterThan(Date.now() / 1000)
    expect(session.user.last_sign_in_at).toBeTruthy()
  })

  test('ignores the case of the email', async () => {
    const { email } = await service.user()
    const { error } = await service
      .client()
      .auth.signInWithPassword({ email: email.toUpperCase(), password: PASSWORD })
    expect(error).toBeNull()
  })

  test('a wrong password and an unknown email get the same response', async () => {
    const { email } = await service.user()
    const attempts = []
    for (const [candidate, password] of [
      [email, 'wrong password'],
      [newEmail('unknown'), PASSWORD],
    ] as const) {
      const { error } = await service.client().auth.signInWithPassword({ email: candidate, password })
      attempts.push({ error })
    }
    expect(attempts[0]?.error).toMatchObject({
      status: 400,
      code: 'invalid_credentials',
      message: 'Invalid login credentials',
    })
    expect(attempts[1]).toEqual(attempts[0])
  })

  test('only the right password reveals that an email is unconfirmed', async () => {
    const email = newEmail()
    await service.client().auth.signUp({ email, password: PASSWORD })
    const right = await service.client().auth.signInWithPassword({ email, password: PASSWORD })
    expect(right.error).toMatchObject({ status: 400, code: 'email_not_confirmed' })
    const wrong = await service.client().auth.signInWithPassword({ email, password: 'something else' })
    expect(wrong.error).toMatchObject({ status: 400, code: 'invalid_credentials' })
  })

  test('only the right password reveals that a user is banned', async () => {
    const { email, id } = await service.user()
    await service.admin().auth.admin.updateUserById(id, { ban_duration: '24h' })
    const right = await service.client().auth.signInWithPassword({ email, password: PASSWORD })
    expect(right.error).toMatchObject({ status: 400, code: 'user_banned' })
    const wrong = await service.client().auth.signInWithPassword({ email, password: 'something else' })
    expect(wrong.error).toMatchObject({ status: 400, code: 'invalid_credentials' })
  })

  test('a missing email and an unknown grant type are refused', async () => {
    const none = await service.call('POST', '/auth/v1/token?grant_type=password', { body: { password: 'x' } })
    expect(none).toMatchObject({ status: 400, body: { code: 'validation_failed' } })
    const strange = await service.call('POST', '/auth/v1/token?grant_type=constructor', { body: {} })
    expect(strange).toMatchObject({
      status: 400,
      body: { code: 'invalid_credentials', message: 'unsupported_grant_type' },
    })
  })
})
