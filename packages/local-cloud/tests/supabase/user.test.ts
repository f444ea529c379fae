import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  newEmail,
  PASSWORD,
  requireSession,
  type Service,
  SITE,
  startService,
} from '../../testing/authService.ts'
import { openLink } from '../support/authLinks.ts'

let service: Service

beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())
beforeEach(() => {
  service.configure({
    mailInterval: 0,
    passwordNeedsReauthentication: false,
    passwordNeedsCurrent: false,
    mailPasswordChanged: false,
    mailEmailChanged: false,
  })
})

describe('the signed-in user', () => {
  test('getUser returns the user without secrets', async () => {
    const { client, email, id } = await service.user()
    const { data } = await client.auth.getUser()
    expect(data.user).toMatchObject({ id, email, role: 'authenticated' })
    expect(JSON.stringify(data.user)).not.toMatch(/argon2|encrypted_password|token/)
  })

  test('updateUser merges user_metadata, and refuses app_metadata and role', async () => {
    const { client } = await service.user()
    await client.auth.updateUser({ data: { name: 'Ada', plan: 'a' } })
    const { data } = await client.auth.updateUser({ data: { plan: null, color: 'blue' } })
    expect(data.user?.user_metadata).toMatchObject({ name: 'Ada', color: 'blue' })
    expect(data.user?.user_metadata).not.toHaveProperty('plan')
    const { access_token: token } = await requireSession(client)
    const admin = await service.call('PUT', '/auth/v1/user', {
      token,
      body: { app_metadata: { admin: true } },
    })
    expect(admin).toMatchObject({ status: 403, body: { code: 'not_admin' } })
    const role = await service.call('PUT', '/auth/v1/user', { token, body: { role: 'service_role' } })
    expect(role.body).toMatchObject({ role: 'authenticated' })
  })
})

describe('a new password', () => {
  test('a new password replaces the old one, and ends all other sessions', async () => {
    const { client, email } = await service.user()
    const elsewhere = service.client()
    await elsewhere.auth.signInWithPassword({ email, password: PASSWORD })
    service.configure({ mailPasswordChanged: true })
    expect((await client.auth.updateUser({ password: 'something new' })).error).toBeNull()
    expect(service.mail(email).kind).toBe('password_changed_notification')
    expect((await client.auth.getUser()).error).toBeNull()
    expect((await elsewhere.auth.getUser()).error).toMatchObject({ name: 'AuthSessionMissingError' })
    const old = await service.client().auth.signInWithPassword({ email, password: PASSWORD })
    expect(old.error).toMatchObject({ code: 'invalid_credentials' })
  })

  test('a new password must differ and be strong', async () => {
    const { client } = await service.user()
    const same = await client.auth.updateUser({ password: PASSWORD })
    expect(same.error).toMatchObject({ status: 422, code: 'same_password' })
    const weak = await client.auth.updateUser({ password: 'abc' })
    expect(weak.error).toMatchObject({ status: 422, code: 'weak_password', reasons: ['length'] })
  })

  test('passwordNeedsReauthentication requires a code a day after the sign-in', async () => {
    const { client, email } = await service.user()
    service.configure({ passwordNeedsReauthentication: true, jwtExpiry: 7 * 86_400 })
    await client.auth.refreshSession()
    service.advance(86_401)
    const bare = await client.auth.updateUser({ password: 'something new' })
    expect(bare.error).toMatchObject({ status: 400, code: 'reauthentication_needed' })
    expect((await client.auth.reauthenticate()).error).toBeNull()
    expect(service.mail(email)).toMatchObject({ kind: 'reauthentication' })
    const wrong = await client.auth.updateUser({ password: 'something new', nonce: 'nonsense' })
    expect(wrong.error).toMatchObject({ status: 422, code: 'reauthentication_not_valid' })
    const nonce = service.code(email)
    const right = await client.auth.updateUser({ password: 'something new', nonce })
    expect(right.error).toBeNull()
    const again = await client.auth.updateUser({ password: 'yet another one', nonce })
    expect(again.error).toMatchObject({ code: 'reauthentication_not_valid' })
    service.configure({ jwtExpiry: 3600 })
  })

  test('passwordNeedsCurrent requires the current password, except after a recovery', async () => {
    const { client, email } = await service.user()
    service.configure({ passwordNeedsCurrent: true })
    const { access_token: token } = await requireSession(client)
    const put = (body: Record<string, string>) => service.call('PUT', '/auth/v1/user', { token, body })
    expect(await put({ password: 'something new' })).toMatchObject({
      status: 400,
      body: { code: 'current_password_required' },
    })
    expect(await put({ password: 'something new', current_password: 'wrong' })).toMatchObject({
      status: 400,
      body: { code: 'current_password_invalid' },
    })
    expect((await put({ password: 'something new', current_password: PASSWORD })).status).toBe(200)
    const recovering = service.client()
    await recovering.auth.resetPasswordForEmail(email)
    await recovering.auth.verifyOtp({ email, token: service.code(email), type: 'recovery' })
    expect((await recovering.auth.updateUser({ password: 'another new one' })).error).toBeNull()
  })
})

describe('a new email', () => {
  test('is confirmed by the links to both emails', async () => {
    const { client, email } = await service.user()
    const changed = newEmail('new')
    service.configure({ mailEmailChanged: true })
    const { data } = await client.auth.updateUser({ email: changed }, { emailRedirectTo: `${SITE}/account` })
    expect(data.user).toMatchObject({ email, new_email: changed })
    const [oldHalf, newHalf] = [service.mail(email), service.mail(changed)]
    expect(oldHalf.text).toContain(`from ${email} to ${changed}`)
    expect(oldHalf.details?.redirectTo).toBe(`${SITE}/account`)
    expect(await openLink(client, oldHalf)).toEqual({ data: { user: null, session: null }, error: null })
    expect((await client.auth.getUser()).data.user?.email).toBe(email)
    expect((await openLink(client, oldHalf)).error).toMatchObject({ code: 'otp_expired' })
    expect((await openLink(client, newHalf)).error).toBeNull()
    const { user } = (await client.auth.getUser()).data
    expect(user).toMatchObject({ email: changed, identities: [{ email: changed }] })
    expect(user?.new_email).toBeUndefined()
    expect(service.mail(email).kind).toBe('email_changed_notification')
    const signIn = await service.client().auth.signInWithPassword({ email: changed, password: PASSWORD })
    expect(signIn.error).toBeNull()
  })

  test('is confirmed by codes: the first returns a message, the second a session', async () => {
    const { client, email } = await service.user()
    const changed = newEmail('new')
    await client.auth.updateUser({ email: changed })
    const half = await service.call('POST', '/auth/v1/verify', {
      body: { type: 'email_change', email: changed, token: service.code(changed) },
    })
    expect(half).toMatchObject({
      status: 200,
      body: { code: '200', msg: expect.stringMatching(/^Confirmation link/) },
    })
    const whole = await client.auth.verifyOtp({ email, token: service.code(email), type: 'email_change' })
    expect(whole.error).toBeNull()
    expect(whole.data.user?.email).toBe(changed)
    expect(whole.data.session).toBeTruthy()
  })

  test('that another user has is refused, at the request and at the confirmation', async () => {
    const { client, email } = await service.user()
    const { email: taken } = await service.user()
    const { error } = await client.auth.updateUser({ email: taken })
    expect(error).toMatchObject({ status: 422, code: 'email_exists' })
    const wanted = newEmail('wanted')
    await client.auth.updateUser({ email: wanted })
    const halves = [service.mail(email), service.mail(wanted)]
    await service.admin().auth.admin.createUser({ email: wanted, password: PASSWORD })
    for (const [index, half] of halves.entries()) {
      const { error: refused } = await openLink(client, half)
      if (index === 1) expect(refused).toMatchObject({ status: 422, code: 'email_exists' })
    }
  })

  test('is confirmed by emails that resend sends again', async () => {
    const { client, email } = await service.user()
    const changed = newEmail('new')
    await client.auth.updateUser({ email: changed })
    expect((await client.auth.resend({ type: 'email_change', email })).error).toBeNull()
    expect(service.inbox.list({ to: changed })).toHaveLength(2)
    expect(service.inbox.list({ to: email })).toHaveLength(2)
  })
})
