import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { newEmail, PASSWORD, requireSession, startAuthService } from '../../testing/authService.ts'
import { signIn } from '../support/auth.ts'

const service = await startAuthService()
afterAll(() => service.stop())
beforeEach(() => {
  service.configure({ rateEmail: 100_000 })
})

describe('users in the admin API', () => {
  test('are created, read, updated and deleted', async () => {
    const { admin } = service.createAdminClient().auth
    const email = newEmail()
    const created = await admin.createUser({
      email,
      password: PASSWORD,
      email_confirm: true,
      user_metadata: { name: 'Ada' },
      app_metadata: { tier: 'gold' },
    })
    expect(created.error).toBeNull()
    const id = created.data.user?.id ?? ''
    expect(created.data.user).toMatchObject({
      email,
      user_metadata: { name: 'Ada', email_verified: true },
      app_metadata: { tier: 'gold', provider: 'email', providers: ['email'] },
      identities: [{ provider: 'email' }],
    })
    expect((await admin.getUserById(id)).data.user?.email).toBe(email)
    expect((await admin.listUsers()).data.users).toContainEqual(expect.objectContaining({ id }))
    const updated = await admin.updateUserById(id, {
      password: 'changed by admin',
      user_metadata: { name: 'Lovelace' },
      app_metadata: { tier: null },
      email_confirm: true,
    })
    expect(updated.data.user).toMatchObject({
      user_metadata: { name: 'Lovelace' },
    })
    expect(updated.data.user?.app_metadata).not.toHaveProperty('tier')
    expect((await signIn(service, email, 'changed by admin')).error).toBeNull()
    expect((await admin.deleteUser(id)).error).toBeNull()
    expect((await admin.getUserById(id)).error).toMatchObject({ status: 404, code: 'user_not_found' })
    expect((await admin.deleteUser(id)).error).toMatchObject({ status: 404, code: 'user_not_found' })
  })

  test('can be neither read nor invited without the secret key', async () => {
    const { client } = await service.createUser()
    const { access_token: token } = await requireSession(client)
    const denied = { status: 403, body: { code: 'not_admin' } }
    for (const path of [
      '/auth/v1/admin/users',
      `/auth/v1/admin/users/${crypto.randomUUID()}`,
      '/auth/v1/admin/nothing',
    ]) {
      expect(await service.sendRequest('GET', path, { token })).toMatchObject(denied)
      expect(await service.sendRequest('GET', path, { token: service.publishableKey })).toMatchObject(denied)
      expect(await service.sendRequest('GET', path)).toMatchObject({
        status: 401,
        body: { code: 'no_authorization' },
      })
      expect(await service.sendRequest('GET', path, { token: 'x' })).toMatchObject({
        status: 403,
        body: { code: 'bad_jwt' },
      })
    }
    expect(
      await service.sendRequest('POST', '/auth/v1/invite', { token, body: { email: newEmail() } }),
    ).toMatchObject(denied)
  })
})
