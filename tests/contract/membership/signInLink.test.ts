import { newEmail, PASSWORD, type Service, SITE, startService } from 'local-cloud/testing/authService'
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { RequestProblem } from '@/lib/api/problem'

/** Work that a host has to wait for after a response. */
const afterResponse: Promise<unknown>[] = []
vi.mock('next/server', () => ({ after: (work: Promise<unknown>) => afterResponse.push(work) }))
vi.mock('@/lib/membership/context', () => ({ billingIfSetUp: async () => ({ database: {} }) }))
/** How often each network has called. */
const calls = new Map<string, number>()
vi.mock('@/lib/database/rateLimit', () => ({
  enforceRateLimit: async (_: object, { count }: { count: number }, who: string) => {
    calls.set(who, (calls.get(who) ?? 0) + 1)
    if ((calls.get(who) ?? 0) > count) throw new RequestProblem(429, 'too_many_requests')
  },
}))

let service: Service
let POST: typeof import('@/app/api/auth/sign-in-link/route').POST
let confirmedState: typeof import('@/lib/auth/server/confirmedState').confirmedState

beforeAll(async () => {
  service = await startService()
  vi.stubEnv('NEXT_PUBLIC_SUPABASE_URL', service.url)
  vi.stubEnv('NEXT_PUBLIC_SUPABASE_PUBLISHABLE_KEY', service.publishableKey)
  vi.stubEnv('NEXT_PUBLIC_CAPTCHA_PROVIDER', 'turnstile')
  vi.stubEnv('NEXT_PUBLIC_CAPTCHA_SITE_KEY', 'key')
  vi.doMock('@/lib/env', () => ({ environment: () => ({ SUPABASE_SECRET_KEY: service.secretKey }) }))
  ;({ POST } = await import('@/app/api/auth/sign-in-link/route'))
  ;({ confirmedState } = await import('@/lib/auth/server/confirmedState'))
})
beforeEach(() => {
  afterResponse.length = 0
  calls.clear()
})
afterAll(async () => {
  vi.unstubAllEnvs()
  await service.stop()
})

async function post(email: string, ip = '203.0.113.7', captcha?: string) {
  const response = await POST(
    new Request(`${SITE}/api/auth/sign-in-link`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': ip },
      body: JSON.stringify({ email, next: `${SITE}/account`, captcha }),
    }),
  )
  return { status: response.status, body: await response.json() }
}

it('responds the same whether there is an account or not, before anything is mailed', async () => {
  const { email } = await service.user()
  const stranger = newEmail()
  const sent = { status: 200, body: { sent: true } }
  // A slow service delays no response.
  service.faults.push({ delayMs: 200 })
  expect(await post(email)).toEqual(sent)
  expect(service.inbox.list({ to: email })).toHaveLength(0)
  await Promise.all(afterResponse)
  expect(service.mail(email).details?.type).toBe('magiclink')
  expect(await post(stranger)).toEqual(sent)
  await Promise.all(afterResponse)
  expect(service.inbox.list({ to: stranger })).toHaveLength(0)
})

it('responds the same while the account service is down', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {})
  const warning = vi.spyOn(console, 'warn').mockImplementation(() => {})
  const { email } = await service.user()
  service.faults.push({ status: 503 })
  expect(await post(email)).toEqual({ status: 200, body: { sent: true } })
  await Promise.all(afterResponse)
  expect(service.inbox.list({ to: email })).toHaveLength(0)
  expect([...log.mock.calls, ...warning.mock.calls]).toHaveLength(1)
  vi.restoreAllMocks()
})

it('mails nothing without the token of a CAPTCHA that the account service requires', async () => {
  const warning = vi.spyOn(console, 'warn').mockImplementation(() => {})
  const { email } = await service.user()
  service.configure({ captcha: true, captchaSecret: '1x0000000000000000000000000000000AA' })
  expect((await post(email)).status).toBe(200)
  await Promise.all(afterResponse)
  expect(service.inbox.list({ to: email })).toHaveLength(0)
  expect(warning).toHaveBeenCalledOnce()
  expect((await post(email, undefined, 'XXXX.DUMMY.TOKEN.XXXX')).status).toBe(200)
  await Promise.all(afterResponse)
  expect(service.inbox.list({ to: email })).toHaveLength(1)
  service.configure({ captcha: false })
  warning.mockRestore()
})

it('is limited for each network', async () => {
  const statuses: number[] = []
  for (let count = 0; count < 21; count += 1) statuses.push((await post(newEmail())).status)
  expect(statuses).toEqual([...Array(20).fill(200), 429])
  expect((await post(newEmail(), '198.51.100.1')).status).toBe(200)
  await Promise.all(afterResponse)
})

it('tells of a sign-up when it is confirmed and when its password changes, and of no other account', async () => {
  const email = newEmail()
  const client = service.client()
  const { data } = await client.auth.signUp({ email, password: PASSWORD })
  const id = String(data.user?.id)
  expect(await confirmedState(id)).toBeNull()
  await client.auth.verifyOtp({ email, token: service.code(email), type: 'signup' })
  const confirmed = await confirmedState(id)
  expect(confirmed).toMatch(/^[0-9a-f]{16}$/)
  expect(await confirmedState(id)).toBe(confirmed)
  await client.auth.updateUser({ password: 'another horse battery' })
  expect(await confirmedState(id)).not.toBe(confirmed)
  // The response to a sign-up with a confirmed email names an account that does not exist.
  const again = await service.client().auth.signUp({ email, password: PASSWORD })
  expect(await confirmedState(String(again.data.user?.id))).toBeNull()
})
