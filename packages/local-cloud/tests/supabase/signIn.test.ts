import { afterAll, describe, expect, test } from 'vitest'
import { newEmail, PASSWORD, startAuthService } from '../../testing/authService.ts'
import { signIn } from '../support/auth.ts'

const service = await startAuthService()
afterAll(() => service.stop())

describe('signInWithPassword', () => {
  test('returns the same error for a wrong password and an unknown email', async () => {
    const { email } = await service.createUser()
    const { error } = await signIn(service, email, 'wrong password')
    expect(error).toMatchObject({
      status: 400,
      code: 'invalid_credentials',
      message: 'Invalid login credentials',
    })
    expect((await signIn(service, newEmail('unknown'))).error).toEqual(error)
  })

  test('reveals only with the correct password that an email is unconfirmed', async () => {
    const email = newEmail()
    await service.createClient().auth.signUp({ email, password: PASSWORD })
    expect((await signIn(service, email)).error).toMatchObject({ status: 400, code: 'email_not_confirmed' })
    expect((await signIn(service, email, 'something else')).error).toMatchObject({
      status: 400,
      code: 'invalid_credentials',
    })
  })

  test('reveals only with the correct password that a user is banned', async () => {
    const { email, id } = await service.createUser()
    await service.createAdminClient().auth.admin.updateUserById(id, { ban_duration: '24h' })
    expect((await signIn(service, email)).error).toMatchObject({ status: 400, code: 'user_banned' })
    expect((await signIn(service, email, 'something else')).error).toMatchObject({
      status: 400,
      code: 'invalid_credentials',
    })
  })
})
