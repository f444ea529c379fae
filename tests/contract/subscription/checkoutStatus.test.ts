import { expect, test } from 'vitest'
import { getCheckoutStatus } from '@/lib/membership/checkout/checkoutStatus'
import { readMembershipIds, setUpSite } from './support.ts'

const site = await setUpSite()

test('a checkout is complete with a receipt, and ended once its membership has ended', async () => {
  const member = site.createUser()
  const { sessionId } = await site.checkout({ user: member })
  await site.pay(sessionId)
  await site.deliverAll()
  const getStatus = () => getCheckoutStatus(site.billing, sessionId, 'a network', member.id)
  expect(await getStatus()).toMatchObject({
    state: 'complete',
    receipt: {
      paid_amount: 99_700,
      currency: 'usd',
      next_amount: 99_700,
      next_date: expect.stringMatching(/^\d{4}-\d{2}-\d{2}T/),
      regular_amount: 149_700,
      regular_date: expect.stringMatching(/^\d{4}-\d{2}-\d{2}T/),
    },
  })
  const { subscription } = await readMembershipIds(site, member)
  await site.stripe.subscriptions.cancel(subscription)
  expect(await getStatus()).toMatchObject({ state: 'ended', receipt: null })
  await site.deliverAll()
  expect(await site.check(member)).toMatchObject({
    subscribed: false,
    amount_due: null,
    ended_at: expect.stringMatching(/^\d{4}-\d{2}-\d{2}T/),
  })
})

test('only the browser that began a guest’s checkout gets the receipt, for a day', async () => {
  const guestToken = crypto.randomUUID()
  const { sessionId } = await site.checkout({ network: 'a network', email: 'marked@example.com', guestToken })
  await site.pay(sessionId)
  await site.deliverAll()
  const getStatus = (browserToken?: string) =>
    getCheckoutStatus(site.billing, sessionId, 'a network', undefined, browserToken)
  expect(await getStatus(guestToken)).toMatchObject({ owner: 'guest', receipt: { paid_amount: 99_700 } })
  for (const otherToken of [undefined, crypto.randomUUID()])
    expect(await getStatus(otherToken)).toMatchObject({ state: 'complete', owner: 'guest', receipt: null })
  const session = await site.stripe.checkout.sessions.retrieve(sessionId)
  expect(JSON.stringify(session)).not.toContain(guestToken)
  site.account.billing.advance(86_400)
  expect(await getStatus(guestToken)).toMatchObject({ receipt: null })
})

test('no browser gets the receipt of a guest whose browser stores nothing', async () => {
  const { sessionId } = await site.checkout({ network: 'a network', email: 'unmarked@example.com' })
  await site.pay(sessionId)
  for (const guestToken of [undefined, '', crypto.randomUUID()])
    expect(
      await getCheckoutStatus(site.billing, sessionId, 'a network', undefined, guestToken),
    ).toMatchObject({
      receipt: null,
    })
})
