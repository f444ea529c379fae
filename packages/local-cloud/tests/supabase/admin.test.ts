import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
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
beforeEach(() => {
  service.configure({ rateEmail: 100_000, secureEmailChange: true })
})

describe('users, for holders of the secret key', () => {
  test('are created, read, changed and deleted', async () => {
    const { admin } = service.admin().auth
    const email = newEmail()
    const id = crypto.randomUUID()
    const created = await admin.createUser({
      id,
      email,
      password: PASSWORD,
      email_confirm: true,
      user_metadata: { name: 'Ada' },
      app_metadata: { tier: 'gold' },
    })
    expect(created.error).toBeNull()
    expect(created.data.user).toMatchObject({
      id,
      email,
      user_metadata: { name: 'Ada', email_verified: true },
      app_metadata: { tier: 'gold', provider: 'email', providers: ['email'] },
      identities: [{ provider: 'email' }],
    })
    expect((await admin.getUserById(id)).data.user?.email).toBe(email)
    const renamed = newEmail('renamed')
    const updated = await admin.updateUserById(id, {
      email: renamed,
      password: 'changed by hand',
      user_metadata: { name: 'Lovelace' },
      app_metadata: { tier: null },
      email_confirm: true,
    })
    expect(updated.data.user).toMatchObject({
      email: renamed,
      user_metadata: { name: 'Lovelace' },
      identities: [{ email: renamed }],
    })
    expect(updated.data.user?.app_metadata).not.toHaveProperty('tier')
    const signIn = await service
      .client()
      .auth.signInWithPassword({ email: renamed, password: 'changed by hand' })
    expect(signIn.error).toBeNull()
    expect((await admin.deleteUser(id)).error).toBeNull()
    expect((await admin.getUserById(id)).error).toMatchObject({ status: 404, code: 'user_not_found' })
    expect((await admin.deleteUser(id)).error).toMatchObject({ status: 404, code: 'user_not_found' })
  })

  test('are created without a password, or with a hash of one', async () => {
    const { admin } = service.admin().auth
    const bare = await admin.createUser({ email: newEmail(), email_confirm: true })
    expect(bare.error).toBeNull()
    const hash = '$argon2id$v=19$m=64,t=1,p=1$c29tZXNhbHQxMjM0NTY$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'
    expect((await admin.createUser({ email: newEmail(), password_hash: hash })).error).toBeNull()
    const both = await admin.createUser({ email: newEmail(), password: PASSWORD, password_hash: hash })
    expect(both.error).toMatchObject({ status: 400, code: 'validation_failed' })
    const bcrypt = await admin.createUser({
      email: newEmail(),
      password_hash: `$2a$10$${'a'.repeat(53)}`,
    })
    expect(bcrypt.error).toMatchObject({ status: 400, code: 'validation_failed' })
    expect(bcrypt.error?.message).toContain('The local cloud does not support')
  })

  test('are refused when the address is taken or missing, or an id or duration is none', async () => {
    const { admin } = service.admin().auth
    const { email, id } = await service.user()
    expect((await admin.createUser({ email })).error).toMatchObject({ status: 422, code: 'email_exists' })
    expect((await admin.createUser({})).error).toMatchObject({ status: 400, code: 'validation_failed' })
    expect((await admin.createUser({ email: newEmail(), id: 'x' })).error).toMatchObject({ status: 400 })
    expect((await admin.updateUserById(id, { ban_duration: 'long' })).error).toMatchObject({
      status: 400,
      code: 'validation_failed',
    })
    const { data: other } = await admin.createUser({ email: newEmail() })
    expect((await admin.updateUserById(other.user?.id ?? '', { email })).error).toMatchObject({
      status: 422,
      code: 'email_exists',
    })
    const wrong = await service.call('GET', '/auth/v1/admin/users/nobody', { token: service.secretKey })
    expect(wrong).toMatchObject({ status: 404, body: { code: 'validation_failed' } })
  })

  test('are listed in pages', async () => {
    const { admin } = service.admin().auth
    for (let count = 0; count < 3; count += 1) await admin.createUser({ email: newEmail('listed') })
    const first = await admin.listUsers({ page: 1, perPage: 2 })
    expect(first.error).toBeNull()
    expect(first.data.users).toHaveLength(2)
    expect(first.data).toMatchObject({ nextPage: 2, aud: 'authenticated' })
    const total = 'total' in first.data ? first.data.total : 0
    expect(total).toBeGreaterThanOrEqual(3)
    const last = await admin.listUsers({ page: Math.ceil(total / 2), perPage: 2 })
    expect(last.data).toMatchObject({ nextPage: null })
    const all = await admin.listUsers({ perPage: 1000 })
    expect(new Set(all.data.users.map((user) => user.id)).size).toBe(total)
    const filtered = await service.call('GET', '/auth/v1/admin/users?filter=listed.', {
      token: service.secretKey,
    })
    expect(filtered.body.users).toHaveLength(3)
    const nothing = await service.call('GET', '/auth/v1/admin/users?filter=%25_%25', {
      token: service.secretKey,
    })
    expect(nothing.body.users).toHaveLength(0)
  })

  test('are emptied but kept when deleted softly', async () => {
    const { email, id, client } = await service.user()
    const { admin } = service.admin().auth
    expect((await admin.deleteUser(id, true)).error).toBeNull()
    const { data } = await admin.getUserById(id)
    expect(data.user).toMatchObject({ id, user_metadata: {}, app_metadata: {} })
    expect(data.user?.deleted_at).toBeTruthy()
    expect(data.user?.email).not.toContain('@')
    expect((await client.auth.getUser()).error).toMatchObject({ name: 'AuthSessionMissingError' })
    expect((await admin.createUser({ email })).error).toBeNull()
  })

  test('have factors that can be seen, renamed and removed', async () => {
    const { client, id } = await service.user()
    const { data } = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'phone' })
    const { admin } = service.admin().auth
    const listed = await admin.mfa.listFactors({ userId: id })
    expect(listed.data?.factors).toEqual([expect.objectContaining({ id: data?.id, friendly_name: 'phone' })])
    const path = `/auth/v1/admin/users/${id}/factors/${data?.id}`
    const renamed = await service.call('PUT', path, {
      token: service.secretKey,
      body: { friendly_name: 'tablet' },
    })
    expect(renamed.body).toMatchObject({ friendly_name: 'tablet' })
    expect((await admin.mfa.deleteFactor({ id: data?.id ?? '', userId: id })).error).toBeNull()
    expect((await admin.mfa.listFactors({ userId: id })).data?.factors).toEqual([])
    expect((await admin.mfa.deleteFactor({ id: data?.id ?? '', userId: id })).error).toMatchObject({
      status: 404,
      code: 'mfa_factor_not_found',
    })
  })

  test('are nobody else’s business', async () => {
    const { client } = await service.user()
    const { access_token: token } = await sessionOf(client)
    const denied = { status: 403, body: { code: 'not_admin' } }
    for (const path of [
      '/auth/v1/admin/users',
      `/auth/v1/admin/users/${crypto.randomUUID()}`,
      '/auth/v1/admin/nothing',
    ]) {
      expect(await service.call('GET', path, { token })).toMatchObject(denied)
      expect(await service.call('GET', path, { token: service.publishableKey })).toMatchObject(denied)
      expect(await service.call('GET', path)).toMatchObject({
        status: 401,
        body: { code: 'no_authorization' },
      })
      expect(await service.call('GET', path, { token: 'x' })).toMatchObject({
        status: 403,
        body: { code: 'bad_jwt' },
      })
    }
    expect(
      await service.call('POST', '/auth/v1/invite', { token, body: { email: newEmail() } }),
    ).toMatchObject(denied)
    const legacy = await service.call('GET', '/auth/v1/admin/users', {
      key: service.legacyKeys.serviceRole,
      token: service.legacyKeys.serviceRole,
    })
    expect(legacy.status).toBe(200)
  })
})

describe('invitations', () => {
  test('create a user who sets a password', async () => {
    const email = newEmail('guest')
    const invited = await service
      .admin()
      .auth.admin.inviteUserByEmail(email, { data: { team: 'x' }, redirectTo: `${SITE}/welcome` })
    expect(invited.error).toBeNull()
    expect(invited.data.user).toMatchObject({ email, user_metadata: { team: 'x' } })
    expect(invited.data.user?.invited_at).toBeTruthy()
    expect(service.mail(email).kind).toBe('invite')
    const landed = await open(linkIn(service.mail(email)))
    expect(landed.pathname).toBe('/welcome')
    const fragment = new URLSearchParams(landed.hash.slice(1))
    expect(fragment.get('type')).toBe('invite')
    const client = service.client()
    await client.auth.setSession({
      access_token: fragment.get('access_token') ?? '',
      refresh_token: fragment.get('refresh_token') ?? '',
    })
    expect((await client.auth.updateUser({ password: PASSWORD })).error).toBeNull()
    const again = await service.admin().auth.admin.inviteUserByEmail(email)
    expect(again.error).toMatchObject({ status: 422, code: 'email_exists' })
  })
})

describe('links without e-mails', () => {
  test.each(['magiclink', 'recovery'] as const)('of type %s', async (type) => {
    const { email, id } = await service.user()
    const { data, error } = await service
      .admin()
      .auth.admin.generateLink({ type, email, options: { redirectTo: `${SITE}/x` } })
    expect(error).toBeNull()
    expect(data.user?.id).toBe(id)
    expect(data.properties).toMatchObject({ verification_type: type, redirect_to: `${SITE}/x` })
    expect(service.inbox.list({ to: email })).toEqual([])
    const byHash = await service
      .client()
      .auth.verifyOtp({ token_hash: data.properties?.hashed_token ?? '', type })
    expect(byHash.data.user?.id).toBe(id)
    const again = await service.admin().auth.admin.generateLink({ type, email })
    const landed = await open(again.data.properties?.action_link ?? '')
    expect(new URLSearchParams(landed.hash.slice(1)).get('access_token')).toBeTruthy()
    const third = await service.admin().auth.admin.generateLink({ type, email })
    const byCode = await service
      .client()
      .auth.verifyOtp({ email, token: third.data.properties?.email_otp ?? '', type })
    expect(byCode.error).toBeNull()
  })

  test('sign people up, strangers by magic link too', async () => {
    const email = newEmail()
    const signup = await service
      .admin()
      .auth.admin.generateLink({ type: 'signup', email, password: PASSWORD })
    expect(signup.data.properties?.verification_type).toBe('signup')
    await open(signup.data.properties?.action_link ?? '')
    expect((await service.client().auth.signInWithPassword({ email, password: PASSWORD })).error).toBeNull()
    const taken = await service.admin().auth.admin.generateLink({ type: 'signup', email, password: PASSWORD })
    expect(taken.error).toMatchObject({ status: 422, code: 'email_exists' })
    const stranger = await service.admin().auth.admin.generateLink({ type: 'magiclink', email: newEmail() })
    expect(stranger.data.properties?.verification_type).toBe('signup')
    const invite = await service.admin().auth.admin.generateLink({ type: 'invite', email: newEmail() })
    expect(invite.data.user?.invited_at).toBeTruthy()
  })

  test('change addresses', async () => {
    const { email, client } = await service.user()
    const wanted = newEmail('wanted')
    const links = []
    for (const type of ['email_change_current', 'email_change_new'] as const) {
      const { data, error } = await service.admin().auth.admin.generateLink({ type, email, newEmail: wanted })
      expect(error).toBeNull()
      links.push(data.properties?.action_link ?? '')
    }
    for (const link of links) await open(link)
    expect((await client.auth.getUser()).data.user?.email).toBe(wanted)
  })

  test('are refused for strangers, unknown types and taken addresses', async () => {
    const { email } = await service.user()
    const { admin } = service.admin().auth
    const recovery = await admin.generateLink({ type: 'recovery', email: newEmail('nobody') })
    expect(recovery.error).toMatchObject({ status: 404, code: 'user_not_found' })
    const invite = await admin.generateLink({ type: 'invite', email })
    expect(invite.error).toMatchObject({ status: 422, code: 'email_exists' })
    const strange = await service.call('POST', '/auth/v1/admin/generate_link', {
      token: service.secretKey,
      body: { type: 'x', email },
    })
    expect(strange).toMatchObject({ status: 400, body: { code: 'validation_failed' } })
    const { email: taken } = await service.user()
    const change = await admin.generateLink({ type: 'email_change_new', email, newEmail: taken })
    expect(change.error).toMatchObject({ status: 422, code: 'email_exists' })
  })
})
