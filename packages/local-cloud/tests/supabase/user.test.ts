import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { newEmail, PASSWORD, requireSession, SITE, startAuthService } from '../../testing/authService.ts'
import { openLink, signIn } from '../support/auth.ts'

const service = await startAuthService()
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

describe('a new password', () => {
  test('replaces the old password, and ends all other sessions', async () => {
    const { client, email } = await service.createUser()
    const otherClient = service.createClient()
    await otherClient.auth.signInWithPassword({ email, password: PASSWORD })
    service.configure({ mailPasswordChanged: true })
    expect((await client.auth.updateUser({ password: 'something new' })).error).toBeNull()
    expect(service.readLatestMail(email).kind).toBe('password_changed_notification')
    expect((await client.auth.getUser()).error).toBeNull()
    expect((await otherClient.auth.getUser()).error).toMatchObject({ name: 'AuthSessionMissingError' })
    expect((await signIn(service, email)).error).toMatchObject({ code: 'invalid_credentials' })
  })

  test('requires an emailed code after a session’s first day if passwordNeedsReauthentication is on', async () => {
    const { client, email } = await service.createUser()
    service.configure({ passwordNeedsReauthentication: true, jwtExpiry: 7 * 86_400 })
    await client.auth.refreshSession()
    service.advanceClock(86_401)
    const withoutCode = await client.auth.updateUser({ password: 'something new' })
    expect(withoutCode.error).toMatchObject({ status: 400, code: 'reauthentication_needed' })
    expect((await client.auth.reauthenticate()).error).toBeNull()
    expect(service.readLatestMail(email)).toMatchObject({ kind: 'reauthentication' })
    const withWrongCode = await client.auth.updateUser({ password: 'something new', nonce: 'nonsense' })
    expect(withWrongCode.error).toMatchObject({ status: 422, code: 'reauthentication_not_valid' })
    const nonce = service.readCode(email)
    const withCode = await client.auth.updateUser({ password: 'something new', nonce })
    expect(withCode.error).toBeNull()
    const withUsedCode = await client.auth.updateUser({ password: 'yet another one', nonce })
    expect(withUsedCode.error).toMatchObject({ code: 'reauthentication_not_valid' })
    service.configure({ jwtExpiry: 3600 })
  })

  test('requires the current password, except after a recovery, if passwordNeedsCurrent is on', async () => {
    const { client, email } = await service.createUser()
    service.configure({ passwordNeedsCurrent: true })
    const { access_token: token } = await requireSession(client)
    const updateUser = (body: Record<string, string>) =>
      service.sendRequest('PUT', '/auth/v1/user', { token, body })
    expect(await updateUser({ password: 'something new' })).toMatchObject({
      status: 400,
      body: { code: 'current_password_required' },
    })
    expect(await updateUser({ password: 'something new', current_password: 'wrong' })).toMatchObject({
      status: 400,
      body: { code: 'current_password_invalid' },
    })
    expect((await updateUser({ password: 'something new', current_password: PASSWORD })).status).toBe(200)
    const recoveryClient = service.createClient()
    await recoveryClient.auth.resetPasswordForEmail(email)
    await recoveryClient.auth.verifyOtp({ email, token: service.readCode(email), type: 'recovery' })
    expect((await recoveryClient.auth.updateUser({ password: 'another new one' })).error).toBeNull()
  })
})

describe('a new email', () => {
  test('is confirmed by opening the links in both emails', async () => {
    const { client, email } = await service.createUser()
    const changedEmail = newEmail('new')
    service.configure({ mailEmailChanged: true })
    const { data } = await client.auth.updateUser(
      { email: changedEmail },
      { emailRedirectTo: `${SITE}/account` },
    )
    expect(data.user).toMatchObject({ email, new_email: changedEmail })
    const [mailToOldEmail, mailToNewEmail] = [
      service.readLatestMail(email),
      service.readLatestMail(changedEmail),
    ]
    expect(mailToOldEmail.details).toMatchObject({ email, newEmail: changedEmail })
    expect(mailToOldEmail.details?.redirectTo).toBe(`${SITE}/account`)
    expect(await openLink(client, mailToOldEmail)).toEqual({
      data: { user: null, session: null },
      error: null,
    })
    expect((await client.auth.getUser()).data.user?.email).toBe(email)
    expect((await openLink(client, mailToOldEmail)).error).toMatchObject({ code: 'otp_expired' })
    expect((await openLink(client, mailToNewEmail)).error).toBeNull()
    const { user } = (await client.auth.getUser()).data
    expect(user).toMatchObject({ email: changedEmail, identities: [{ email: changedEmail }] })
    expect(user?.new_email).toBeUndefined()
    expect(service.readLatestMail(email).kind).toBe('email_changed_notification')
    expect((await signIn(service, changedEmail)).error).toBeNull()
  })

  test('is rejected if another user has it, both on request and on confirmation', async () => {
    const { client, email } = await service.createUser()
    const { email: taken } = await service.createUser()
    const { error } = await client.auth.updateUser({ email: taken })
    expect(error).toMatchObject({ status: 422, code: 'email_exists' })
    const requestedEmail = newEmail('wanted')
    await client.auth.updateUser({ email: requestedEmail })
    const [mailToOldEmail, mailToNewEmail] = [
      service.readLatestMail(email),
      service.readLatestMail(requestedEmail),
    ]
    await service.createAdminClient().auth.admin.createUser({ email: requestedEmail, password: PASSWORD })
    await openLink(client, mailToOldEmail)
    const { error: confirmationError } = await openLink(client, mailToNewEmail)
    expect(confirmationError).toMatchObject({ status: 422, code: 'email_exists' })
  })
})
