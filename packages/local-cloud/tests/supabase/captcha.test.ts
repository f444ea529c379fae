import { afterAll, describe, expect, test } from 'vitest'
import { type AuthService, newEmail, PASSWORD, startAuthService } from '../../testing/authService.ts'

const captchaToken = 'XXXX.DUMMY.TOKEN.XXXX'

const service = await startAuthService({
  captcha: true,
  captchaSecret: '1x0000000000000000000000000000000AA',
})
afterAll(() => service.stop())

type AuthClient = ReturnType<AuthService['createClient']>['auth']
const requests: Record<
  string,
  (auth: AuthClient, options: { captchaToken?: string }) => Promise<{ error: unknown }>
> = {
  'a sign-up': (auth, options) => auth.signUp({ email: newEmail(), password: PASSWORD, options }),
  'a sign-in with a password': (auth, options) =>
    auth.signInWithPassword({ email: newEmail(), password: PASSWORD, options }),
  'a request for a sign-in link': (auth, options) => auth.signInWithOtp({ email: newEmail(), options }),
  'a password recovery': (auth, options) => auth.resetPasswordForEmail(newEmail(), options),
  'a request to resend an email': (auth, options) =>
    auth.resend({ type: 'signup', email: newEmail(), options }),
}

describe.each(Object.keys(requests))('%s', (name) => {
  test('is rejected without a CAPTCHA token or with a wrong one', async () => {
    for (const options of [{}, { captchaToken: 'wrong' }]) {
      const response = await requests[name]?.(service.createClient().auth, options)
      expect(response?.error).toMatchObject({ status: 400, code: 'captcha_failed' })
    }
  })

  test('passes the CAPTCHA check with a valid token, or with the secret key', async () => {
    const captchaError = expect.objectContaining({ code: 'captcha_failed' })
    expect((await requests[name]?.(service.createClient().auth, { captchaToken }))?.error).not.toEqual(
      captchaError,
    )
    expect((await requests[name]?.(service.createAdminClient().auth, {}))?.error).not.toEqual(captchaError)
  })
})
