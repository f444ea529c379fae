import { newEmail, SITE } from 'local-cloud/testing/authService'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { RequestProblem } from '@/lib/api/problem'
import { createApiRequest } from '../../support/apiRoutes.ts'
import { setUpAuthService } from './authService.ts'

/** Work that continues after the response. */
const afterResponse: Promise<unknown>[] = []
vi.mock('next/server', () => ({ after: (work: Promise<unknown>) => afterResponse.push(work) }))
vi.mock('@/lib/membership/context', () => ({ getBillingIfConfigured: async () => ({ database: {} }) }))
/** The number of requests from each network. */
const requestCounts = new Map<string, number>()
vi.mock('@/lib/database/rateLimit', () => ({
  enforceRateLimit: async (_: object, { count }: { count: number }, network: string) => {
    requestCounts.set(network, (requestCounts.get(network) ?? 0) + 1)
    if ((requestCounts.get(network) ?? 0) > count) throw new RequestProblem(429, 'too_many_requests')
  },
}))

/** Valid Turnstile tokens, each for one use. */
const validTokens = new Set<string>()
const validCaptcha = 'a Turnstile token'
vi.mock('@/lib/api/turnstile', () => ({ createSiteTurnstileVerifier: () => verifyCaptcha }))
let verifyCaptcha: ((token: string) => Promise<boolean>) | undefined

const service = await setUpAuthService()
process.env.NEXT_PUBLIC_TURNSTILE_SITE_KEY = 'key'
const { POST } = await import('@/app/api/auth/sign-in-link/route')

beforeEach(() => {
  afterResponse.length = 0
  requestCounts.clear()
  verifyCaptcha = async (token) => validTokens.delete(token)
})
afterEach(() => {
  service.configure({ captcha: false, rateLimits: false, forwardedFor: false, mailInterval: 0 })
  service.startClock()
})

type Options = { ip?: string; captcha?: string | undefined; type?: 'recovery' }

async function requestLink(
  email: string,
  { ip = '203.0.113.7', captcha = validCaptcha, type }: Options = {},
) {
  if (captcha === validCaptcha) validTokens.add(validCaptcha)
  const body = { email, next: `${SITE}/account`, captcha, type }
  const response = await POST(createApiRequest('auth/sign-in-link', body, { 'x-forwarded-for': ip }))
  return { status: response.status, body: await response.json() }
}

const successResponse = { status: 200, body: { sent: true } }

/** Requests a link, and expects the usual response and this number of emails after it. */
async function expectMails(email: string, count: number, options?: Options): Promise<void> {
  expect(await requestLink(email, options)).toEqual(successResponse)
  await Promise.all(afterResponse)
  expect(service.inbox.list({ to: email })).toHaveLength(count)
}

describe.each([
  ['a request for a sign-in link', undefined, 'magiclink'],
  ['a request for a password reset link', 'recovery', 'recovery'],
] as const)('%s', (_, type, mailType) => {
  it('gets the same response with and without an account, before any email is sent', async () => {
    const { email } = await service.createUser()
    // Only the request that sends the email is slow.
    service.faults.push({ delayMs: 0 }, { delayMs: 200 })
    expect(await requestLink(email, { type })).toEqual(successResponse)
    expect(service.inbox.list({ to: email })).toHaveLength(0)
    await Promise.all(afterResponse)
    expect(service.readLatestMail(email).details?.type).toBe(mailType)
    await expectMails(newEmail(), 0, { type })
  })

  it('is refused with and without an account while the account service is down', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {})
    const { email } = await service.createUser()
    const refusal = { status: 503, body: { error: { code: 'accounts_unavailable' } } }
    for (const recipient of [email, newEmail()]) {
      service.faults.push({ status: 503 })
      expect(await requestLink(recipient, { type })).toEqual(refusal)
    }
    expect(afterResponse).toHaveLength(0)
    expect(log).toHaveBeenCalledTimes(2)
  })

  it('gets the same response when the account service fails afterwards, which is logged', async () => {
    const warning = vi.spyOn(console, 'warn').mockImplementation(() => {})
    const { email } = await service.createUser()
    service.faults.push({ delayMs: 0 }, { status: 503 })
    await expectMails(email, 0, { type })
    expect(warning).toHaveBeenCalledTimes(1)
  })
})

/** Makes the account service verify Turnstile tokens, with Cloudflare's secret key for tests. */
const enableCaptcha = () =>
  service.configure({ captcha: true, captchaSecret: '1x0000000000000000000000000000000AA' })

it('a link is emailed only with a valid Turnstile token', async () => {
  const { email } = await service.createUser()
  enableCaptcha()
  const captchaRefusal = { status: 400, body: { error: { code: 'captcha_failed' } } }
  for (const captcha of ['', 'a wrong one'])
    expect(await requestLink(email, { captcha })).toEqual(captchaRefusal)
  expect(service.inbox.list({ to: email })).toHaveLength(0)
  await expectMails(email, 1)
})

it('a link is emailed even if the server’s IP has reached its rate limit', async () => {
  const { email } = await service.createUser()
  service.stopClock()
  enableCaptcha()
  service.configure({ rateLimits: true, forwardedFor: true })
  const options = { shouldCreateUser: false, captchaToken: 'XXXX.DUMMY.TOKEN.XXXX' }
  const requestFromServer = async () =>
    (await service.createClient().auth.signInWithOtp({ email: newEmail(), options })).error?.status
  for (let count = 0; count < 30; count += 1) await requestFromServer()
  expect(await requestFromServer()).toBe(429)
  await expectMails(email, 1)
})

it('without a Turnstile secret key, the account service verifies the token', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  verifyCaptcha = undefined
  const { email } = await service.createUser()
  enableCaptcha()
  await expectMails(email, 0)
  await expectMails(email, 1, { captcha: 'XXXX.DUMMY.TOKEN.XXXX' })
})

it('refuses the 31st request from a network, but accepts one from another network', async () => {
  const statuses: number[] = []
  for (let count = 0; count < 31; count += 1) statuses.push((await requestLink(newEmail())).status)
  expect(statuses).toEqual([...Array(30).fill(200), 429])
  expect((await requestLink(newEmail(), { ip: '198.51.100.1' })).status).toBe(200)
  await Promise.all(afterResponse)
})
