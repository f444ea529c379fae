import { beforeEach, expect, test, vi } from 'vitest'
import { ipv6SiteKey } from '@/lib/api/clientNetwork'
import { computeTermsVersion } from '@/lib/membership/offer/termsVersion'
import { createApiRequest } from '../../support/apiRoutes.ts'
import { listAlerts, setUpSite } from './support.ts'

const site = await setUpSite()

vi.mock('@/lib/membership/context', () => ({ getBilling: async () => site.billing }))
vi.mock('@/lib/env', () => ({ environment: () => ({}) }))
vi.mock('next/server', () => ({ after: () => {} }))

const validCaptcha = 'a Turnstile token'
beforeEach(async () => {
  await site.sql('delete from rate_limits')
  site.billing.verifyCaptcha = undefined
})

/** Starts a checkout as a guest from an IP. Returns the status, and the code of a refusal. */
async function startCheckout(ip: string, email: string, captcha?: string): Promise<string> {
  const { POST } = await import('@/app/api/create-checkout/route')
  const body = { offer_version: computeTermsVersion(site.offer), email, accepts_regular: true, captcha }
  const response = await POST(createApiRequest('create-checkout', body, { 'x-forwarded-for': ip }))
  const { error }: { error?: { code: string } } = await response.json()
  return [response.status, error?.code].filter(Boolean).join(' ')
}

test('the networks in one /48 share a limit, and cannot use up the limit of other guests', async () => {
  const headers = { 'x-forwarded-for': '2001:db8:1::1' }
  const ipv6Site = String(ipv6SiteKey(new Request('http://localhost:3999/', { headers })))
  // The count is set directly, since the ten-minute window might end between real requests.
  await site.fillRateLimit('checkout-guest-site', ipv6Site, 39)
  expect(await startCheckout('2001:db8:1:1::1', 'first@example.com')).toBe('200')
  expect(await startCheckout('2001:db8:1:2::1', 'second@example.com')).toBe('429 too_many_requests')
  expect(await startCheckout('2001:db8:2::1', 'elsewhere@example.com')).toBe('200')
  expect(await startCheckout('203.0.113.9', 'elsewhere.too@example.com')).toBe('200')
  expect(listAlerts()).toEqual([])
})

test('with Turnstile, each guest needs a valid token, and there is no shared limit', async () => {
  site.billing.verifyCaptcha = async (token) => token === validCaptcha
  await site.fillRateLimit('checkout-guests', 'all', 300)
  expect(await startCheckout('203.0.113.9', 'first@example.com')).toBe('429 captcha_required')
  expect(await startCheckout('203.0.113.9', 'first@example.com', 'a wrong one')).toBe('429 captcha_required')
  expect(await startCheckout('203.0.113.9', 'first@example.com', validCaptcha)).toBe('200')
  expect(listAlerts()).toEqual([])
})

test('without Turnstile, guests share a limit, and exceeding it alerts the studio once a day', async () => {
  await site.fillRateLimit('checkout-guests', 'all', 300)
  expect(await startCheckout('203.0.113.9', 'first@example.com', validCaptcha)).toBe('429 guests_paused')
  expect(await startCheckout('203.0.113.10', 'second@example.com')).toBe('429 guests_paused')
  expect(listAlerts()).toEqual([expect.stringContaining('checkout-guests')])
  await expect(site.checkout({ user: site.createUser() })).resolves.toBeTruthy()
})
