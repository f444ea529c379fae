import { expect, test, vi } from 'vitest'
import { reconcile } from '@/lib/membership/reconcile'
import { settleCustomer } from '@/lib/membership/settle'
import { setUpSite } from './support.ts'

const site = await setUpSite()

/** Opens checkouts at the introductory price as a guest. Returns the sessions' ids. */
async function openCheckouts(email: string, count: number): Promise<string[]> {
  const sessionIds: string[] = []
  for (let index = 0; index < count; index += 1) {
    await site.sql('delete from rate_limits')
    sessionIds.push((await site.checkout({ network: `${email}${index}`, email })).sessionId)
  }
  return sessionIds
}

const getStatus = async (id: string) => (await site.stripe.checkout.sessions.retrieve(id)).status

test('expiring a customer’s checkouts stops after 5 seconds; a reconciliation expires the rest', async () => {
  const [paidSession = '', ...otherSessions] = await openCheckouts('tabs@example.com', 7)
  await site.pay(paidSession)
  const { customer } = await site.stripe.checkout.sessions.retrieve(paidSession)
  const { now } = Date
  let delayMs = 0
  const clock = vi.spyOn(Date, 'now').mockImplementation(() => now() + delayMs)
  const { sessions } = site.billing.stripe.checkout
  const expireAtOnce = sessions.expire.bind(sessions)
  const expire = vi.spyOn(sessions, 'expire').mockImplementation((id) => {
    delayMs += 2000
    return expireAtOnce(id)
  })
  await settleCustomer(site.billing, String(customer))
  for (const spy of [expire, clock]) spy.mockRestore()
  const countOpen = async () =>
    (await Promise.all(otherSessions.map(getStatus))).filter((status) => status === 'open').length
  expect(await countOpen()).toBe(3)
  await reconcile(site.billing)
  expect(await countOpen()).toBe(0)
})

test('checkouts that have already expired are not expired again', async () => {
  const email = 'old.tabs@example.com'
  await openCheckouts(email, 3)
  site.account.billing.advance(7200)
  const [newest = ''] = await openCheckouts(email, 1)
  const expire = vi.spyOn(site.billing.stripe.checkout.sessions, 'expire')
  await site.pay(newest)
  await site.deliverAll()
  expect(expire).not.toHaveBeenCalled()
})
