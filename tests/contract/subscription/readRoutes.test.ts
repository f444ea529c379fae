import { resolve } from 'node:path'
import { expect, test, vi } from 'vitest'
import type { User } from '@/lib/auth/server/requireUser'
import { ensurePortal } from '@/lib/membership/portalConfiguration'
import { reconcile } from '@/lib/membership/reconcile'
import { createApiRequest, getRouteName, listRouteFiles, readOnlyRoutes } from '../../support/apiRoutes.ts'
import { payBeforeExpiry, setUpSite } from './support.ts'

const site = await setUpSite()
let sender: User

vi.mock('@/lib/membership/context', async (importOriginal) => ({
  ...(await importOriginal<typeof import('@/lib/membership/context')>()),
  getBilling: async () => site.billing,
  getBillingIfConfigured: async () => site.billing,
}))
vi.mock('@/lib/auth/server/requireUser', () => ({
  requireUser: async () => ({ user: sender, isEmailConfirmed: true, proofs: [] }),
}))
vi.mock('@/lib/content/reading/settings', () => ({ loadSettings: async () => ({}) }))
vi.mock('@/lib/content/reading/client', () => ({ isContentReachable: async () => true }))
vi.mock('next/server', () => ({ after: () => {}, connection: async () => {} }))
vi.mock('@/lib/env', () => ({ environment: () => ({}) }))

/** A valid body for each read-only route; undefined for a GET route. */
const bodies: Record<
  (typeof readOnlyRoutes)[number],
  (purchase: { sessionId: string }) => object | undefined
> = {
  '[...unknown]': () => undefined,
  'auth/common-passwords': () => undefined,
  'check-subscription': () => ({ live: true }),
  'checkout-status': ({ sessionId }) => ({ session_id: sessionId }),
  health: () => undefined,
  payer: () => ({}),
  ready: () => undefined,
}

/** All other routes: they may change data at a vendor or expire pages, or belong to draft mode. */
const writeRoutes = [
  'account/delete',
  'account/email',
  'auth/sign-in-link',
  'auth/verify',
  'create-checkout',
  'cron/announcements',
  'cron/reconcile',
  'customer-portal',
  'draft-mode/disable',
  'draft-mode/enable',
  'draft-mode/live',
  'portal-login',
  'sanity/webhook',
  'stripe/webhook',
]

/** Previewing a renewal uses POST but creates nothing: https://docs.stripe.com/api/invoices/create_preview */
const previewRequest = 'POST /v1/invoices/create_preview'

/**
 * Creates a member with an earlier guest purchase; only the guest purchase's webhooks are delivered. Returns the ids of
 * the member's Checkout session and the guest's customer.
 */
async function createMemberWithDuplicate(): Promise<{ member: User; sessionId: string; customer: string }> {
  const member = site.createUser()
  const { sessionId } = await site.checkout({ user: member })
  const { sessionId: guestSession } = await site.checkout({ network: member.id, email: member.email })
  await site.pay(guestSession)
  // The member's open checkout is paid just before the webhook of the guest purchase expires it.
  payBeforeExpiry(site)
  await site.deliverAll()
  const { customer } = await site.stripe.checkout.sessions.retrieve(guestSession)
  return { member, sessionId, customer: String(customer) }
}

/** Expected statuses other than 200. */
const statuses: Record<string, number> = { '[...unknown]': 404 }

/** Calls a route, expects its status, and returns its requests to Stripe. */
async function callAndListRequests(route: string, body: object | undefined): Promise<string[]> {
  const requestsBefore = site.account.requests.length
  const handlers: Record<string, (request: Request) => Promise<Response> | Response> = await import(
    resolve(`app/api/${route}/route.ts`)
  )
  const method = body ? 'POST' : 'GET'
  const handler = handlers[method]
  if (!handler) throw new Error(`${route} has no ${method} handler.`)
  const request = body
    ? createApiRequest(route, body, { authorization: 'Bearer token' })
    : new Request(`http://localhost:3999/api/${route}`)
  const response = await handler(request)
  expect(response.status, await response.clone().text()).toBe(statuses[route] ?? 200)
  return site.account.requests.slice(requestsBefore)
}

test('every API route is listed as a read-only or a write route', () => {
  expect(listRouteFiles().map(getRouteName)).toEqual([...readOnlyRoutes, ...writeRoutes].toSorted())
})

test('no read-only route changes data in Stripe, even after a second purchase or an email change', async () => {
  const { member, sessionId, customer } = await createMemberWithDuplicate()
  await ensurePortal(site.stripe)
  const changes: string[] = []
  for (const user of [member, { ...member, email: `moved.${member.email}` }]) {
    sender = user
    for (const route of readOnlyRoutes) {
      await site.sql(`update subscriptions set synced_at = now() - interval '1 minute'`)
      const requests = await callAndListRequests(route, bodies[route]({ sessionId }))
      const isAllowed = (request: string) =>
        request.startsWith('GET ') || (route === 'checkout-status' && request === previewRequest)
      changes.push(
        ...requests.filter((request) => !isAllowed(request)).map((request) => `${route}: ${request}`),
      )
    }
  }
  expect(changes).toEqual([])
  const [duplicate] = (await site.stripe.subscriptions.list({ customer })).data
  expect(duplicate?.status).toBe('active')

  await reconcile(site.billing)
  const { data } = await site.stripe.subscriptions.list({ customer, status: 'all' })
  expect(data.map(({ status }) => status)).toEqual(['active'])
  expect((await site.stripe.customers.list({ email: sender.email })).data).toHaveLength(1)
})
