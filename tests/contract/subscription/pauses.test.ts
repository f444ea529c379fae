import { daysToSeconds } from 'local-cloud/testing/stripeAccount'
import type Stripe from 'stripe'
import { afterEach, expect, test } from 'vitest'
import { createCoupon, createPrice, type Member, monthSeconds, setUpSite, subscribe } from './support.ts'

const site = await setUpSite({ endsMemberships: true })
afterEach(() => {
  site.billing.hasAccessWhilePaused = false
})

/** Pauses a member's payment collection as staff do in Stripe's dashboard. */
async function pause(
  { subscription }: Member,
  pauseCollection: Stripe.SubscriptionUpdateParams.PauseCollection = { behavior: 'void' },
): Promise<void> {
  await site.stripe.subscriptions.update(subscription, { pause_collection: pauseCollection })
  await site.deliverAll()
}

test.each(['void', 'mark_uncollectible', 'keep_as_draft'] as const)(
  'a paused membership (%s) gives no access by default, and causes no charge or notice',
  async (behavior) => {
    const member = await site.createMember()
    const { subscription } = member
    await pause(member, { behavior })
    const paused = {
      status: 'paused',
      subscribed: false,
      manageable: true,
      past_due: false,
      next_amount: null,
      paused_until: null,
    }
    expect(await site.check(member)).toMatchObject(paused)
    await site.advance(monthSeconds)
    expect(await site.check(member)).toMatchObject(paused)
    expect((await site.stripe.invoices.list({ subscription, status: 'paid' })).data).toHaveLength(1)
    expect(
      await site.sql('select kind from notices where stripe_subscription_id = $1', [subscription]),
    ).toEqual([])
  },
)

test('a paused membership gives access if the studio allows it', async () => {
  const member = await site.createMember()
  await pause(member)
  site.billing.hasAccessWhilePaused = true
  expect(await site.check(member)).toMatchObject({ status: 'paused', subscribed: true, next_amount: null })
})

test('a pause with an end date ends on its own, and the status shows the next amount again', async () => {
  const member = await site.createMember()
  const resumesAt = site.account.billing.clock.now() + daysToSeconds(45)
  await pause(member, { behavior: 'void', resumes_at: resumesAt })
  expect(await site.check(member)).toMatchObject({
    status: 'paused',
    paused_until: new Date(resumesAt * 1000).toISOString(),
  })
  await site.advance(daysToSeconds(46))
  expect(await site.check(member)).toMatchObject({
    status: 'active',
    subscribed: true,
    paused_until: null,
    next_amount: expect.any(Number),
  })
})

test('a complimentary membership does not use up the introductory price', async () => {
  const user = site.createUser()
  const checkout = await site.stripe.checkout.sessions.retrieve((await site.checkout({ user })).sessionId)
  const coupon = await createCoupon(site, 149_700, 1)
  const price = await createPrice(site, 149_700)
  const { id } = await subscribe(site, String(checkout.customer), price, coupon)
  await site.deliverAll()
  expect(await site.check(user)).toMatchObject({ subscribed: true, status: 'active', next_amount: 149_700 })
  await site.stripe.subscriptions.cancel(id)
  await site.deliverAll()
  expect(await site.check(user)).toMatchObject({ status: 'canceled', intro_used: false })
  const { sessionId } = await site.checkout({ user })
  expect(await site.stripe.checkout.sessions.retrieve(sessionId)).toMatchObject({ amount_total: 99_700 })
})
