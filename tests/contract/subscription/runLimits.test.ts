import { expect, test, vi } from 'vitest'
import { reconcile } from '@/lib/membership/reconcile'
import { settleCustomer } from '@/lib/membership/settle'
import { setUpSite } from './support.ts'

const site = await setUpSite()

/** Opens checkouts at the introductory price as a guest. Returns the ids of the sessions. */
async function openCheckouts(email: string, count: number): Promise<string[]> {
  const sessionIds: string[] = []
  for (let index = 0; index < count; index += 1) {
    await site.sql('delete from rate_limits')
    sessionIds.push((await site.checkout({ network: `${email}${index}`, email })).sessionId)
  }
  return sessionIds
}

const getStatus = async (id: string) => (await site.stripe.checkout.sessions.retrieve(id)).status

test('processing a customer expires twenty open checkouts of its email, and the reconciliation the others', async () => {
  const [paidSession = '', ...otherSessions] = await openCheckouts('tabs@example.com', 26)
  await site.pay(paidSession)
  const { customer } = await site.stripe.checkout.sessions.retrieve(paidSession)
  await settleCustomer(site.billing, String(customer))
  const countOpen = async () =>
    (await Promise.all(otherSessions.map(getStatus))).filter((status) => status === 'open').length
  expect(await countOpen()).toBe(5)
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
  expire.mockRestore()
})
