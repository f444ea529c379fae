import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newEmail, PASSWORD, requireSession, type Service, startService } from '../../testing/authService.ts'

const captchaToken = 'XXXX.DUMMY.TOKEN.XXXX'

let service: Service
beforeAll(async () => {
  service = await startService({ captcha: true, captchaSecret: '1x0000000000000000000000000000000AA' })
})
afterAll(() => service.stop())

type Client = ReturnType<Service['client']>['auth']
const calls: Record<
  string,
  (auth: Client, options: { captchaToken?: string }) => Promise<{ error: unknown }>
> = {
  'a sign-up': (auth, options) => auth.signUp({ email: newEmail(), password: PASSWORD, options }),
  'a password': (auth, options) =>
    auth.signInWithPassword({ email: newEmail(), password: PASSWORD, options }),
  'a sign-in link': (auth, options) => auth.signInWithOtp({ email: newEmail(), options }),
  'a recovery': (auth, options) => auth.resetPasswordForEmail(newEmail(), options),
  'another email': (auth, options) => auth.resend({ type: 'signup', email: newEmail(), options }),
}

describe.each(Object.keys(calls))('%s', (name) => {
  test('is refused without a CAPTCHA token and with a wrong one', async () => {
    for (const options of [{}, { captchaToken: 'wrong' }]) {
      const response = await calls[name]?.(service.client().auth, options)
      expect(response?.error).toMatchObject({ status: 400, code: 'captcha_failed' })
    }
  })

  test('is accepted with a CAPTCHA token, and from a server with the secret key', async () => {
    const refused = expect.objectContaining({ code: 'captcha_failed' })
    expect((await calls[name]?.(service.client().auth, { captchaToken }))?.error).not.toEqual(refused)
    expect((await calls[name]?.(service.admin().auth, {}))?.error).not.toEqual(refused)
  })
})

test('a CAPTCHA token is refused with a secret that does not accept it', async () => {
  service.configure({ captchaSecret: '2x0000000000000000000000000000000AA' })
  const { error } = await service.client().auth.resetPasswordForEmail(newEmail(), { captchaToken })
  expect(error).toMatchObject({ status: 400, code: 'captcha_failed' })
  service.configure({ captchaSecret: '1x0000000000000000000000000000000AA' })
})

test('refreshing a session and verifying a code need no CAPTCHA token', async () => {
  const email = newEmail()
  const client = service.client()
  await client.auth.signUp({ email, password: PASSWORD, options: { captchaToken } })
  expect(
    (await client.auth.verifyOtp({ email, token: service.code(email), type: 'signup' })).error,
  ).toBeNull()
  expect((await client.auth.refreshSession(await requireSession(client))).error).toBeNull()
})
