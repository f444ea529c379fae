import { daysToSeconds } from 'local-cloud/testing/stripeAccount'
import { expect, test, vi } from 'vitest'
import { reconcile } from '@/lib/membership/reconcile'
import { settle } from '@/lib/membership/settle'
import { syncCustomer } from '@/lib/membership/sync'
import { setUpSite } from './support.ts'

const site = await setUpSite()

const sql = (text: string, values: unknown[] = []) => site.billing.database.sql(text, values)

/** Opens checkouts at the introductory price as a guest. Returns the ids of the sessions. */
async function openCheckouts(email: string, count: number): Promise<string[]> {
  const sessionIds: string[] = []
  for (let index = 0; index < count; index += 1) {
    await sql('delete from rate_limits')
    sessionIds.push((await site.checkout({ network: `${email}${index}`, email })).sessionId)
  }
  return sessionIds
}

const getStatus = async (id: string) => (await site.stripe.checkout.sessions.retrieve(id)).status

test('processing a customer expires twenty open checkouts of its email, and the reconciliation the others', async () => {
  const [paidSession = '', ...otherSessions] = await openCheckouts('tabs@example.com', 26)
  await site.pay(paidSession)
  const { customer } = await site.stripe.checkout.sessions.retrieve(paidSession)
  await syncCustomer(site.billing, String(customer), { settle })
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

test('an interrupted reconciliation continues at the stored event cursor', async () => {
  await site.deliverAll()
  await reconcile(site.billing)
  const member = site.createUser()
  const { sessionId } = await site.checkout({ user: member })
  await site.pay(sessionId)
  site.account.billing.advance(daysToSeconds(3))
  const { events } = site.billing.stripe
  const listEvents = events.list.bind(events)
  const listSpy = vi.spyOn(events, 'list').mockImplementation((params, options) => {
    if (listSpy.mock.calls.length > 2) throw new Error('not now')
    return listEvents(params, options)
  })
  const readCursor = async () =>
    (await sql(`select position from reconcile_cursors where name = 'events'`))[0]
  const cursorBefore = await readCursor()
  await reconcile(site.billing)
  expect(await readCursor()).not.toEqual(cursorBefore)
  expect(await site.check(member)).toMatchObject({ subscribed: true })
  listSpy.mockRestore()
  await reconcile(site.billing)
  // The cursor is at most one window (a day) behind the clock, rounded down to a second.
  expect(
    await sql('select from reconcile_cursors where position > $1', [
      new Date(site.billing.now().getTime() - 86_401_000),
    ]),
  ).toHaveLength(1)
})
