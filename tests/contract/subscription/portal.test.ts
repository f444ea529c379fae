import { buyerFields, submitForm } from 'local-cloud/testing/stripeAccount'
import { expect, test, vi } from 'vitest'
import { readPayerName } from '@/lib/membership/mirror/customers'
import { ensurePortal, findPortal } from '@/lib/membership/portalConfiguration'
import { readTable } from '../../../scripts/provision/findings.ts'
import { createPortalSetting } from '../../../scripts/provision/stripe.ts'
import { setUpSite } from './support.ts'

const site = await setUpSite()

vi.mock('@/lib/membership/context', () => ({ getBilling: async () => site.billing }))
vi.mock('@/lib/env', () => ({ environment: () => ({}) }))
vi.mock('next/server', () => ({ after: () => {} }))

/** Returns the doctor's finding about the portal, as `state: text`. */
async function checkPortal(): Promise<string> {
  const [reading] = await readTable([createPortalSetting(site.stripe)])
  return `${reading?.state}: ${reading?.text}`
}

/** Requests the route that redirects to the portal's login page. */
async function openLogin(): Promise<Response> {
  const { GET } = await import('@/app/api/portal-login/route')
  const headers = { 'x-forwarded-for': '203.0.113.9' }
  return GET(new Request('http://localhost:3999/api/portal-login', { headers }))
}

test('before the portal is configured, portal-login returns 404, and the doctor reports the problem', async () => {
  expect((await openLogin()).status).toBe(404)
  expect(await checkPortal()).toMatch(/^wrong: The portal is not configured/)
})

test.each([
  ['no login page', { login_page: { enabled: false } }],
  ['immediate cancellation', { features: { subscription_cancel: { enabled: true, mode: 'immediately' } } }],
  [
    'no cancellation reasons',
    { features: { subscription_cancel: { enabled: true, cancellation_reason: { enabled: false } } } },
  ],
  ['no changes to billing details', { features: { customer_update: { enabled: false } } }],
  ['no cancellation', { features: { subscription_cancel: { enabled: false } } }],
] as const)('the doctor reports a portal with %s, and ensurePortal corrects it', async (_, change) => {
  const id = await ensurePortal(site.stripe)
  await site.stripe.billingPortal.configurations.update(id, change)
  expect(await checkPortal()).toMatch(/^wrong: The portal's configuration is not what the site needs/)
  expect(await ensurePortal(site.stripe)).toBe(id)
  expect(await findPortal(site.stripe)).toMatchObject({
    login_page: { enabled: true },
    features: {
      customer_update: { enabled: true, allowed_updates: ['address', 'name', 'phone', 'tax_id'] },
      subscription_cancel: {
        enabled: true,
        mode: 'at_period_end',
        cancellation_reason: { enabled: true },
      },
      subscription_pause: { enabled: false },
    },
  })
  expect(await checkPortal()).toMatch(/^right: /)
})

test('a correct portal configuration is not written again', async () => {
  await ensurePortal(site.stripe)
  const requestsBefore = site.account.requests.length
  await ensurePortal(site.stripe)
  expect(site.account.requests.slice(requestsBefore)).toEqual(['GET /v1/billing_portal/configurations'])
})

test('portal-login writes a changed email to Stripe, whose login page then accepts it', async () => {
  await ensurePortal(site.stripe)
  const member = await site.createMember()
  const email = `moved.${member.email}`
  await site.check({ ...member, email })
  const response = await openLogin()
  expect(response.status).toBe(303)
  const loginUrl = String(response.headers.get('location'))
  expect(loginUrl).toContain('/p/login/')
  expect((await site.stripe.customers.list({ email })).data).toHaveLength(1)
  expect((await submitForm(loginUrl, { email })).status).toBe(200)
})

test('reads the payer’s name only from the user’s own customer', async () => {
  const ada = await site.createMember()
  expect(await readPayerName(site.billing, ada)).toBe(buyerFields.name)
  expect(await readPayerName(site.billing, { ...site.createUser(), email: ada.email })).toBeNull()
})
