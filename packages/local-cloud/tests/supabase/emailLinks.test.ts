import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
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
    rateEmail: 100_000,
    mailLink: '',
    mailSender: 'Local Auth',
    mailTemplate: '',
    redirectAllowList: '',
  })
})

test('emails have the sender of the setting mailSender', async () => {
  service.configure({ mailSender: 'Sound & Vision' })
  const { email } = await service.user()
  await service.client().auth.resetPasswordForEmail(email)
  const { from, html } = service.mail(email)
  expect(from).toBe('Sound & Vision <noreply@localhost>')
  expect(html).toContain('Sound &amp; Vision</p>')
})

test('emails use the template of the setting mailTemplate, without parts whose value is empty', async () => {
  const file = join(mkdtempSync(join(tmpdir(), 'mail-')), 'template.html')
  writeFileSync(
    file,
    '{{ Sender }}{{ if Link }}|<a href="{{ Link }}">{{ Label }}</a>{{ end }}{{ if Code }}|{{ Code }}{{ end }}',
  )
  service.configure({ mailTemplate: file, mailSender: '<i>Sound' })
  const { client, email } = await service.user()
  await client.auth.resetPasswordForEmail(email)
  expect(service.mail(email).html).toMatch(
    /^&lt;i&gt;Sound\|<a href="[^"]+">Choose a new password<\/a>\|\d{6}$/,
  )
  await client.auth.reauthenticate()
  expect(service.mail(email).html).toMatch(/^&lt;i&gt;Sound\|\d{6}$/)
  rmSync(dirname(file), { recursive: true })
  expect(() => service.configure({ mailTemplate: file })).toThrow(/should be the path of a file/)
})

describe('a recovery email', () => {
  test('its link signs in, and allows a new password', async () => {
    const { email } = await service.user()
    const client = service.client()
    const requested = await client.auth.resetPasswordForEmail(email, { redirectTo: `${SITE}/reset-password` })
    expect(requested.error).toBeNull()
    const mail = service.mail(email)
    expect(mail.kind).toBe('recovery')
    expect(mail.details?.redirectTo).toBe(`${SITE}/reset-password`)
    expect((await openLink(client, mail)).error).toBeNull()
    expect((await client.auth.updateUser({ password: 'a brand new password' })).error).toBeNull()
    const old = await service.client().auth.signInWithPassword({ email, password: PASSWORD })
    expect(old.error).toMatchObject({ code: 'invalid_credentials' })
    const fresh = await service.client().auth.signInWithPassword({ email, password: 'a brand new password' })
    expect(fresh.error).toBeNull()
  })

  test('its code signs in, and so does the hash in a link of the site', async () => {
    const { email } = await service.user()
    await service.client().auth.resetPasswordForEmail(email)
    const byCode = await service
      .client()
      .auth.verifyOtp({ email, token: service.code(email), type: 'recovery' })
    expect(byCode.error).toBeNull()
    service.configure({
      mailLink:
        '{{ .SiteURL }}/auth/confirm?token_hash={{ .TokenHash }}&type={{ .Type }}&next={{ .RedirectTo }}',
    })
    await service.client().auth.resetPasswordForEmail(email, { redirectTo: `${SITE}/a?b=c&d` })
    const link = new URL(String(service.mail(email).details?.link))
    expect(link.origin + link.pathname).toBe(`${SITE}/auth/confirm`)
    expect(link.searchParams.get('next')).toBe(`${SITE}/a?b=c&d`)
    const client = service.client()
    const { data, error } = await client.auth.verifyOtp({
      token_hash: link.searchParams.get('token_hash') ?? '',
      type: 'recovery',
    })
    expect(error).toBeNull()
    expect(data.session?.user.email).toBe(email)
  })

  test('an unknown email gets the same responses, and no email', async () => {
    service.configure({ mailInterval: 60 })
    const { email: known } = await service.user()
    const unknown = newEmail('unknown')
    const responses = []
    for (const email of [known, unknown]) {
      const first = await service.call('POST', '/auth/v1/recover', { body: { email } })
      const second = await service.call('POST', '/auth/v1/recover', { body: { email } })
      responses.push([first.status, first.body, second.status, second.body.code])
    }
    expect(responses[0]).toEqual([200, {}, 429, 'over_email_send_rate_limit'])
    expect(responses[1]).toEqual(responses[0])
    expect(service.inbox.list({ to: unknown })).toEqual([])
    expect(service.inbox.list({ to: known })).toHaveLength(1)
  })
})

describe('a sign-in email', () => {
  test('its code and its link sign a user in', async () => {
    const { email, id } = await service.user()
    const requested = await service
      .client()
      .auth.signInWithOtp({ email, options: { shouldCreateUser: false } })
    expect(requested.error).toBeNull()
    expect(service.mail(email).kind).toBe('magic_link')
    const { data, error } = await service
      .client()
      .auth.verifyOtp({ email, token: service.code(email), type: 'email' })
    expect(error).toBeNull()
    expect(data.user?.id).toBe(id)
    await service.client().auth.signInWithOtp({ email })
    expect((await openLink(service.client(), service.mail(email))).data.user?.id).toBe(id)
  })

  test('an unknown email is signed up', async () => {
    const email = newEmail()
    await service.client().auth.signInWithOtp({ email, options: { data: { plan: 'x' } } })
    expect(service.mail(email).kind).toBe('confirmation')
    const { data, error } = await service
      .client()
      .auth.verifyOtp({ email, token: service.code(email), type: 'email' })
    expect(error).toBeNull()
    expect(data.user).toMatchObject({ email, user_metadata: { plan: 'x', email_verified: true } })
    const password = await service.client().auth.signInWithPassword({ email, password: '' })
    expect(password.error).toMatchObject({ code: 'invalid_credentials' })
  })

  test('an unknown email is refused with shouldCreateUser: false', async () => {
    const options = { shouldCreateUser: false }
    const refused = await service.client().auth.signInWithOtp({ email: newEmail(), options })
    expect(refused.error).toMatchObject({ status: 422, code: 'otp_disabled' })
  })

  test('a code is valid once, for its email, until it expires', async () => {
    const { email } = await service.user()
    const { email: other } = await service.user()
    await service.client().auth.signInWithOtp({ email })
    const token = service.code(email)
    const attempt = (recipient: string) =>
      service.client().auth.verifyOtp({ email: recipient, token, type: 'email' })
    expect((await attempt(other)).error).toMatchObject({ status: 403, code: 'otp_expired' })
    expect((await attempt(newEmail('unknown'))).error).toMatchObject({ status: 403, code: 'otp_expired' })
    const both = await Promise.all([attempt(email), attempt(email)])
    expect(both.filter(({ error }) => error === null)).toHaveLength(1)
    expect((await attempt(email)).error).toMatchObject({ status: 403, code: 'otp_expired' })
    await service.client().auth.signInWithOtp({ email })
    const late = service.mail(email)
    service.advance(3601)
    expect((await openLink(service.client(), late)).error).toMatchObject({ status: 403, code: 'otp_expired' })
    const { error } = await service
      .client()
      .auth.verifyOtp({ email, token: service.code(email), type: 'email' })
    expect(error).toMatchObject({ status: 403, code: 'otp_expired' })
  })

  test('a new code replaces the previous one', async () => {
    const { email } = await service.user()
    await service.client().auth.signInWithOtp({ email })
    const first = service.code(email)
    await service.client().auth.signInWithOtp({ email })
    const { error } = await service.client().auth.verifyOtp({ email, token: first, type: 'email' })
    if (first !== service.code(email)) expect(error).toMatchObject({ code: 'otp_expired' })
    const second = await service.client().auth.verifyOtp({ email, token: service.code(email), type: 'email' })
    expect(second.error).toBeNull()
  })

  test('the code of a banned user is refused', async () => {
    const { email, id } = await service.user()
    await service.client().auth.signInWithOtp({ email })
    await service.admin().auth.admin.updateUserById(id, { ban_duration: '1h' })
    const { error } = await service
      .client()
      .auth.verifyOtp({ email, token: service.code(email), type: 'email' })
    expect(error).toMatchObject({ status: 403, code: 'user_banned' })
  })

  test('verify refuses incomplete and contradictory parameters', async () => {
    const attempt = (body: Record<string, string>) => service.call('POST', '/auth/v1/verify', { body })
    const wrong = { status: 400, body: { code: 'validation_failed' } }
    expect(await attempt({ token: '1' })).toMatchObject(wrong)
    expect(await attempt({ type: 'email' })).toMatchObject(wrong)
    expect(await attempt({ type: 'email', token: '1', token_hash: '2' })).toMatchObject(wrong)
    expect(await attempt({ type: 'email', token_hash: '2', email: 'a@example.com' })).toMatchObject(wrong)
    expect(await attempt({ type: 'toString', token_hash: '2' })).toMatchObject(wrong)
    expect(await attempt({ type: 'recovery', token_hash: '2' })).toMatchObject({
      status: 403,
      body: { code: 'otp_expired' },
    })
  })
})

describe('resend', () => {
  test('sends the confirmation to an unconfirmed email only, with the same response for all', async () => {
    const email = newEmail()
    await service.client().auth.signUp({ email, password: PASSWORD })
    const options = { emailRedirectTo: `${SITE}/welcome` }
    expect((await service.client().auth.resend({ type: 'signup', email, options })).error).toBeNull()
    expect(service.inbox.list({ to: email })).toHaveLength(2)
    expect(service.mail(email).details?.redirectTo).toBe(`${SITE}/welcome`)
    const { email: confirmed } = await service.user()
    for (const other of [confirmed, newEmail('unknown')]) {
      expect((await service.client().auth.resend({ type: 'signup', email: other })).error).toBeNull()
      expect(service.inbox.list({ to: other })).toEqual([])
    }
    const wrong = await service.call('POST', '/auth/v1/resend', { body: { type: 'recovery', email } })
    expect(wrong).toMatchObject({ status: 400, body: { code: 'validation_failed' } })
  })

  test('limits known and unknown emails equally', async () => {
    service.configure({ mailInterval: 60 })
    const { email } = await service.user()
    for (const recipient of [email, newEmail('unknown')]) {
      expect((await service.client().auth.resend({ type: 'signup', email: recipient })).error).toBeNull()
      const again = await service.client().auth.resend({ type: 'signup', email: recipient })
      expect(again.error).toMatchObject({ status: 429, code: 'over_email_send_rate_limit' })
    }
  })
})

describe('the redirect URL of links', () => {
  async function target(redirectTo: string): Promise<string> {
    const { email } = await service.user()
    await service.client().auth.resetPasswordForEmail(email, { redirectTo })
    return String(service.mail(email).details?.redirectTo)
  }

  test('is limited to the site, this machine and the allow list', async () => {
    service.configure({ redirectAllowList: 'https://*.example.com/**' })
    expect(await target(`${SITE}/deep/path?x=1`)).toBe(`${SITE}/deep/path?x=1`)
    expect(await target('https://app.example.com/a/b')).toBe('https://app.example.com/a/b')
    for (const evil of [
      'https://evil.test/',
      'https://example.com.evil.test/',
      'https://evil.test/app.example.com/',
      'https://a.b.example.com.evil.test/x',
      `${SITE}@evil.test/`,
      'http://localhost:3999@evil.test/',
      '//evil.test/',
      '/\\evil.test',
      '\t//evil.test',
      'https:evil.test',
      'https:/\\evil.test',
      `${SITE}.evil.test/`,
      `${SITE}%00.evil.test/`,
      `${SITE}%2f@evil.test/`,
      ` https://evil.test/#${SITE}/`,
      'javascript:alert(1)',
      'https://2130706433/',
    ]) {
      expect(await target(evil), evil).toBe(SITE)
    }
  })
})

test('a refused request creates no account and sends no email', async () => {
  const { client } = await service.user()
  expect((await requireSession(client)).user).toBeTruthy()
  service.configure({ rateEmail: 0 })
  const email = newEmail()
  const { error } = await service.client().auth.signInWithOtp({ email })
  expect(error).toMatchObject({ status: 429 })
  expect(service.inbox.list({ to: email })).toEqual([])
  const link = await service.admin().auth.admin.generateLink({ type: 'recovery', email })
  expect(link.error).toMatchObject({ code: 'user_not_found' })
})
