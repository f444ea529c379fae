import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { newEmail, PASSWORD, SITE, startAuthService } from '../../testing/authService.ts'
import { openLink, signInWithCode } from '../support/auth.ts'

const service = await startAuthService()
afterAll(() => service.stop())
beforeEach(() => {
  service.configure({
    mailInterval: 0,
    rateEmail: 100_000,
    mailLink: '',
    mailSender: 'Local Auth',
    mails: {},
    redirectAllowList: '',
  })
})

describe('a recovery email', () => {
  test('has a code that signs the user in and, if mailLink is set, a link whose hash does the same', async () => {
    const { email } = await service.createUser()
    await service.createClient().auth.resetPasswordForEmail(email)
    expect((await signInWithCode(service, email, 'recovery')).error).toBeNull()
    service.configure({
      mailLink:
        '{{ .SiteURL }}/auth/confirm?token_hash={{ .TokenHash }}&type={{ .Type }}&next={{ .RedirectTo }}',
    })
    await service.createClient().auth.resetPasswordForEmail(email, { redirectTo: `${SITE}/a?b=c&d` })
    const link = new URL(String(service.readLatestMail(email).details?.link))
    expect(link.origin + link.pathname).toBe(`${SITE}/auth/confirm`)
    expect(link.searchParams.get('next')).toBe(`${SITE}/a?b=c&d`)
    const client = service.createClient()
    const { data, error } = await client.auth.verifyOtp({
      token_hash: link.searchParams.get('token_hash') ?? '',
      type: 'recovery',
    })
    expect(error).toBeNull()
    expect(data.session?.user.email).toBe(email)
  })

  test('is not sent to an unknown email, but the responses are the same as for a known one', async () => {
    service.configure({ mailInterval: 60 })
    const { email: knownEmail } = await service.createUser()
    const unknownEmail = newEmail('unknown')
    const responses = []
    for (const email of [knownEmail, unknownEmail]) {
      const response = await service.sendRequest('POST', '/auth/v1/recover', { body: { email } })
      const repeated = await service.sendRequest('POST', '/auth/v1/recover', { body: { email } })
      responses.push([response.status, response.body, repeated.status, repeated.body.code])
    }
    expect(responses[0]).toEqual([200, {}, 429, 'over_email_send_rate_limit'])
    expect(responses[1]).toEqual(responses[0])
    expect(service.inbox.list({ to: unknownEmail })).toEqual([])
    expect(service.inbox.list({ to: knownEmail })).toHaveLength(1)
  })
})

describe('a sign-in email', () => {
  test('has a code that is valid once, for its recipient, until it expires', async () => {
    const { email } = await service.createUser()
    const { email: otherEmail } = await service.createUser()
    await service.createClient().auth.signInWithOtp({ email })
    const token = service.readCode(email)
    const verify = (recipient: string) => signInWithCode(service, recipient, 'email', token)
    expect((await verify(otherEmail)).error).toMatchObject({ status: 403, code: 'otp_expired' })
    expect((await verify(newEmail('unknown'))).error).toMatchObject({ status: 403, code: 'otp_expired' })
    const concurrent = await Promise.all([verify(email), verify(email)])
    expect(concurrent.filter(({ error }) => error === null)).toHaveLength(1)
    expect((await verify(email)).error).toMatchObject({ status: 403, code: 'otp_expired' })
    await service.createClient().auth.signInWithOtp({ email })
    const expiredMail = service.readLatestMail(email)
    service.advanceClock(3601)
    expect((await openLink(service.createClient(), expiredMail)).error).toMatchObject({
      status: 403,
      code: 'otp_expired',
    })
    expect((await signInWithCode(service, email, 'email')).error).toMatchObject({
      status: 403,
      code: 'otp_expired',
    })
  })

  test('has a code and a hash that are verified only with complete, consistent parameters', async () => {
    const verify = (body: Record<string, string>) => service.sendRequest('POST', '/auth/v1/verify', { body })
    const invalidParameters = { status: 400, body: { code: 'validation_failed' } }
    expect(await verify({ token: '1' })).toMatchObject(invalidParameters)
    expect(await verify({ type: 'email' })).toMatchObject(invalidParameters)
    expect(await verify({ type: 'email', token: '1', token_hash: '2' })).toMatchObject(invalidParameters)
    expect(await verify({ type: 'email', token_hash: '2', email: 'a@example.com' })).toMatchObject(
      invalidParameters,
    )
    expect(await verify({ type: 'toString', token_hash: '2' })).toMatchObject(invalidParameters)
    expect(await verify({ type: 'recovery', token_hash: '2' })).toMatchObject({
      status: 403,
      body: { code: 'otp_expired' },
    })
  })
})

describe('/resend', () => {
  test('sends a confirmation only to an unconfirmed email, and returns the same response for any email', async () => {
    const email = newEmail()
    await service.createClient().auth.signUp({ email, password: PASSWORD })
    const options = { emailRedirectTo: `${SITE}/welcome` }
    expect((await service.createClient().auth.resend({ type: 'signup', email, options })).error).toBeNull()
    expect(service.inbox.list({ to: email })).toHaveLength(2)
    expect(service.readLatestMail(email).details?.redirectTo).toBe(`${SITE}/welcome`)
    const { email: confirmed } = await service.createUser()
    for (const recipient of [confirmed, newEmail('unknown')]) {
      expect(
        (await service.createClient().auth.resend({ type: 'signup', email: recipient })).error,
      ).toBeNull()
      expect(service.inbox.list({ to: recipient })).toEqual([])
    }
    const wrongType = await service.sendRequest('POST', '/auth/v1/resend', {
      body: { type: 'recovery', email },
    })
    expect(wrongType).toMatchObject({ status: 400, body: { code: 'validation_failed' } })
  })
})

describe('a link’s redirect URL', () => {
  async function requestRedirect(redirectTo: string): Promise<string> {
    const { email } = await service.createUser()
    await service.createClient().auth.resetPasswordForEmail(email, { redirectTo })
    return String(service.readLatestMail(email).details?.redirectTo)
  }

  test('is the requested URL if it is allowed, or else the site’s URL', async () => {
    service.configure({ redirectAllowList: 'https://*.example.com/**' })
    expect(await requestRedirect(`${SITE}/deep/path?x=1`)).toBe(`${SITE}/deep/path?x=1`)
    expect(await requestRedirect('https://app.example.com/a/b')).toBe('https://app.example.com/a/b')
    for (const foreignUrl of [
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
      expect(await requestRedirect(foreignUrl), foreignUrl).toBe(SITE)
    }
  })
})
