import { expect, test } from 'vitest'
import { getCheckoutStatus } from '@/lib/membership/checkout/checkoutStatus'
import { setUpSite } from './support.ts'

const site = await setUpSite()

const isoTime = expect.stringMatching(/^\d{4}-\d{2}-\d{2}T/)
/** Reads a checkout's status without signing in. */
const readAsGuest = (sessionId: string, guestToken?: string) =>
  getCheckoutStatus(site.billing, sessionId, 'a network', undefined, guestToken)

test('a checkout is “complete” with a receipt, and “ended” once its membership has ended', async () => {
  const { sessionId, subscription, ...member } = await site.createMember()
  const getStatus = (id?: string) => getCheckoutStatus(site.billing, sessionId, 'a network', id)
  expect(await getStatus(member.id)).toMatchObject({
    state: 'complete',
    receipt: {
      amount: 99_700,
      currency: 'usd',
      next_amount: 99_700,
      next_date: isoTime,
      regular_amount: 149_700,
      regular_date: isoTime,
    },
  })
  expect(await getStatus()).toEqual({ state: 'signIn', receipt: null, email: null })
  expect(await getStatus(site.createUser().id)).toEqual({ state: 'otherAccount', receipt: null, email: null })
  await site.stripe.subscriptions.cancel(subscription)
  expect(await getStatus(member.id)).toMatchObject({ state: 'ended', receipt: null })
  await site.deliverAll()
  expect(await site.check(member)).toMatchObject({ subscribed: false, amount_due: null, ended_at: isoTime })
})

test('only the browser that began a guest’s checkout gets the receipt, for a day', async () => {
  const guestToken = crypto.randomUUID()
  const { sessionId } = await site.buy({ network: 'a network', email: 'marked@example.com', guestToken })
  const getStatus = (browserToken?: string) => readAsGuest(sessionId, browserToken)
  expect(await getStatus(guestToken)).toMatchObject({ state: 'guest', receipt: { amount: 99_700 } })
  for (const otherToken of [undefined, crypto.randomUUID()])
    expect(await getStatus(otherToken)).toMatchObject({ state: 'guest', receipt: null })
  const session = await site.stripe.checkout.sessions.retrieve(sessionId)
  expect(JSON.stringify(session)).not.toContain(guestToken)
  site.account.billing.advance(86_400)
  expect(await getStatus(guestToken)).toMatchObject({ receipt: null })
})

test('no browser gets the receipt of a guest whose browser stores nothing', async () => {
  const { sessionId } = await site.buy({ network: 'a network', email: 'unmarked@example.com' })
  for (const guestToken of [undefined, '', crypto.randomUUID()])
    expect(await readAsGuest(sessionId, guestToken)).toMatchObject({ state: 'guest', receipt: null })
})
