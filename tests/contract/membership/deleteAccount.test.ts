import { beforeEach, expect, it, vi } from 'vitest'
import type { Mail } from '@/lib/mail'
import { seedMailTexts } from '@/tests/support/seedMailTexts'
import { getToken, setUpAuthService } from './authService.ts'

/** Called when the route acquires the buyer's lease, before it ends the membership. */
const acquireLease = vi.hoisted(() => vi.fn())
/** Called when the route releases the lease. */
const releaseLease = vi.hoisted(() => vi.fn())
vi.mock('@/lib/database/lease', () => ({
  withLease: async (database: object, key: string, work: () => Promise<void>) => {
    await acquireLease(database, key)
    await work()
    await releaseLease()
  },
}))
vi.mock('@/lib/database/rateLimit', () => ({ enforceRateLimit: async () => {} }))
/** Stands in for a database without purchases: no query returns a row. */
const sql = async () => []
const sent: Mail[] = []
vi.mock('@/lib/membership/context', () => ({
  getBilling: () => ({
    stripe: { subscriptions: { list: () => [] } },
    database: { sql, transaction: (work: (given: typeof sql) => unknown) => work(sql) },
    hashIdentity: (identity: string) => `hash of ${identity}`,
    siteOrigin: 'http://localhost',
    mail: {
      send: async (mail: Mail) => void sent.push(mail),
      texts: async () => seedMailTexts(),
    },
  }),
}))

const service = await setUpAuthService()
const { POST } = await import('@/app/api/account/delete/route')

beforeEach(() => {
  sent.length = 0
  vi.spyOn(console, 'error').mockImplementation(() => {})
})

async function requestDeletion(client: Parameters<typeof getToken>[0]) {
  const headers = { authorization: `Bearer ${await getToken(client)}` }
  const response = await POST(new Request('http://localhost/api/account/delete', { method: 'POST', headers }))
  expect(response.headers.get('cache-control')).toBe('no-store')
  return { status: response.status, body: await response.json() }
}

const accountExists = async (id: string) =>
  (await service.createAdminClient().auth.admin.getUserById(id)).data.user !== null

it('a deletion acquires the lease, deletes the account and its sessions, and sends one email', async () => {
  const { client, id, email } = await service.createUser()
  acquireLease.mockImplementation(async () => expect(await accountExists(id)).toBe(true))
  expect(await requestDeletion(client)).toEqual({ status: 200, body: { deleted: true } })
  expect(acquireLease.mock.calls.map(([, key]) => key)).toEqual([`buyer:hash of ${id}`])
  expect(await accountExists(id)).toBe(false)
  expect((await requestDeletion(client)).status).toBe(401)
  await vi.waitFor(() => expect(sent).toHaveLength(1))
  // This account never had a membership.
  expect(sent[0]?.text).not.toMatch(/membership|episodes/i)
  expect(sent[0]).toMatchObject({
    to: email,
    subject: 'Your account was deleted',
    text: expect.stringMatching(/We deleted your account\.\n\n.*hello@creatorscircle\.example/s),
  })
})

it('a deletion releases the lease, which blocks purchases, only after it has deleted the account', async () => {
  const { client, id } = await service.createUser()
  releaseLease.mockImplementation(async () => expect(await accountExists(id)).toBe(false))
  expect((await requestDeletion(client)).status).toBe(200)
  expect(releaseLease).toHaveBeenCalledOnce()
})

it('a deletion responds with 502 and keeps the account if the membership cannot be ended', async () => {
  const { client, id } = await service.createUser()
  acquireLease.mockRejectedValue(new Error('Stripe is down'))
  expect(await requestDeletion(client)).toEqual({
    status: 502,
    body: { error: { code: 'membership_not_ended' } },
  })
  expect(await accountExists(id)).toBe(true)
})

it('a deletion responds with 502 account_not_deleted if the account cannot be deleted', async () => {
  const { client, id } = await service.createUser()
  acquireLease.mockImplementation(async () => {
    service.faults.push({ status: 503 })
  })
  expect(await requestDeletion(client)).toEqual({
    status: 502,
    body: { error: { code: 'account_not_deleted' } },
  })
  expect(await accountExists(id)).toBe(true)
  expect(sent).toEqual([])
})

it('a deletion requires a recent proof of identity', async () => {
  const { client, id } = await service.createUser()
  vi.useFakeTimers({ now: Date.now() + 700_000, toFake: ['Date'] })
  expect(await requestDeletion(client)).toEqual({
    status: 403,
    body: { error: { code: 'reauthentication_needed' } },
  })
  expect(acquireLease).not.toHaveBeenCalled()
  expect(await accountExists(id)).toBe(true)
})
