import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { escapeHtml } from '../../http/html.ts'
import { newEmail, PASSWORD, SITE, startAuthService } from '../../testing/authService.ts'
import { openLink, signIn, signInWithCode } from '../support/auth.ts'

const service = await startAuthService()
afterAll(() => service.stop())
beforeEach(() => {
  service.configure({ mailInterval: 0, rateEmail: 100_000 })
})

describe('signUp', () => {
  test('returns no session, and sends a link that confirms the email and signs the user in', async () => {
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
      user_metadata: { plan: 'studio', email: lowerCase, email_verified: false },
      identities: [{ provider: 'email', user_id: data.user?.id, email: lowerCase }],
    })
    const mail = service.readLatestMail(lowerCase)
    expect(mail.kind).toBe('confirmation')
    expect(mail.html).toContain(escapeHtml(String(mail.details?.link)))
    expect(mail.html).toContain(service.readCode(lowerCase))
    expect(mail.text).toBe('')
    expect(mail.details?.redirectTo).toBe(`${SITE}/account?tab=1`)
    const signedIn = await openLink(client, mail)
    expect(signedIn.error).toBeNull()
    expect(signedIn.data.user?.email_confirmed_at).toBeTruthy()
    expect(signedIn.data.user?.user_metadata).toMatchObject({ email_verified: true })
    expect(signedIn.data.user?.identities?.[0]?.identity_data).toMatchObject({ email_verified: true })
  })

  test('returns only an obfuscated user for a confirmed email', async () => {
    const { email, id, client } = await service.createUser()
    const mailCountBefore = service.inbox.list({ to: email }).length
    const { data, error } = await service
      .createClient()
      .auth.signUp({ email, password: 'another password', options: { data: { plan: 'x' } } })
    expect(error).toBeNull()
    expect(data.session).toBeNull()
    expect(data.user).toMatchObject({ email, identities: [], user_metadata: { plan: 'x' } })
    expect(data.user?.id).not.toBe(id)
    expect(service.inbox.list({ to: email }).length).toBe(mailCountBefore)
    expect((await client.auth.getUser()).data.user?.user_metadata).not.toHaveProperty('plan')
    expect((await signIn(service, email)).error).toBeNull()
  })

  test('keeps the first password and resends the email for an unconfirmed account', async () => {
    const email = newEmail()
    const firstSignUp = await service.createClient().auth.signUp({ email, password: PASSWORD })
    const secondSignUp = await service.createClient().auth.signUp({ email, password: 'the second one' })
    expect(secondSignUp.data.user?.id).toBe(firstSignUp.data.user?.id)
    expect(service.inbox.list({ to: email })).toHaveLength(2)
    await signInWithCode(service, email, 'signup')
    expect((await signIn(service, email, 'the second one')).error).toMatchObject({
      code: 'invalid_credentials',
    })
    expect((await signIn(service, email)).error).toBeNull()
  })

  test('rejects weak passwords, and returns the reasons', async () => {
    service.configure({
      passwordMinLength: 10,
      passwordCharacters: 'abcdefghijklmnopqrstuvwxyz:0123456789',
      leakedPasswords: true,
    })
    const signUpWith = (password: string) =>
      service.createClient().auth.signUp({ email: newEmail(), password })
    expect((await signUpWith('short')).error).toMatchObject({
      status: 422,
      code: 'weak_password',
      reasons: ['length', 'characters'],
    })
    expect((await signUpWith('abcdefghijkl')).error).toMatchObject({ reasons: ['characters'] })
    expect((await signUpWith('1Q2w3e4r5t')).error).toMatchObject({
      code: 'weak_password',
      reasons: ['pwned'],
    })
    expect((await signUpWith('abcdefghijkl9')).error).toBeNull()
    const withLongPassword = await signUpWith('a1'.repeat(40))
    expect(withLongPassword.error).toMatchObject({ status: 400, code: 'validation_failed' })
    service.configure({ passwordMinLength: 6, passwordCharacters: '', leakedPasswords: false })
  })
})
