import { expect, test, vi } from 'vitest'
import { reconcile } from '@/lib/membership/reconcile'
import { createPrice, readPeriodEnd, setUpSite, subscribe } from './support.ts'

const site = await setUpSite()

/** Creates a member whose first payment is disputed. */
async function createDispute() {
  const member = await site.createMember()
  const [charge] = (await site.stripe.charges.list({ customer: member.customer })).data
  expect(await site.account.control({ dispute: charge?.id })).toBe(200)
  const event = (await site.events()).findLast(({ type }) => type === 'charge.dispute.created')
  const dispute = event?.data.object && 'id' in event.data.object ? String(event.data.object.id) : ''
  return { ...member, dispute }
}

const closeDispute = (dispute: string, outcome: 'won' | 'lost') =>
  site.account.control({ closeDispute: dispute, won: outcome === 'won' })

test('a dispute alerts the studio and stops the renewal once; access lasts until the period ends', async () => {
  const { subscription, dispute, ...member } = await createDispute()
  await site.deliverAll()
  expect(await site.stripe.subscriptions.retrieve(subscription)).toMatchObject({ cancel_at_period_end: true })
  const reason = { cancel_reason: 'payment_disputed' }
  expect(await site.check(member)).toMatchObject({ subscribed: true, ending: true, ...reason })
  expect(await site.sql('select text from alerts where text like $1', [`%${dispute}%`])).toEqual([
    { text: expect.stringMatching(/^Dispute .* has the status needs_response; sub_\w+ no longer renews\.$/) },
  ])
  // Staff let the membership renew during the dispute.
  await site.stripe.subscriptions.update(subscription, { cancel_at_period_end: false })
  await site.deliverAll()
  expect(await site.check(member)).toMatchObject({ subscribed: true, ending: false, cancel_reason: null })
})

test('a dispute stops the renewal of a membership that is set to end in half a year', async () => {
  const { subscription } = await createDispute()
  const periodEnd = await readPeriodEnd(site, subscription)
  await site.stripe.subscriptions.update(subscription, { cancel_at: periodEnd + 180 * 86_400 })
  await site.deliverAll()
  expect(await site.stripe.subscriptions.retrieve(subscription)).toMatchObject({ cancel_at: periodEnd })
})

test('a lost dispute ends access; a won one does not', async () => {
  const [lost, won] = [await createDispute(), await createDispute()]
  await site.deliverAll()
  await closeDispute(lost.dispute, 'lost')
  await closeDispute(won.dispute, 'won')
  await site.deliverAll()
  expect(await site.check(lost)).toMatchObject({ subscribed: false, cancel_reason: 'payment_disputed' })
  expect(await site.stripe.subscriptions.retrieve(lost.subscription)).toMatchObject({ status: 'canceled' })
  expect(await site.check(won)).toMatchObject({ subscribed: true })
})

test('the reconciliation processes a lost dispute without its webhook, and retries after a failure', async () => {
  await reconcile(site.billing)
  const { dispute, ...member } = await createDispute()
  await closeDispute(dispute, 'lost')
  vi.spyOn(site.billing.stripe.subscriptions, 'cancel').mockRejectedValueOnce(new Error('not now'))
  await reconcile(site.billing)
  expect(await site.check(member)).toMatchObject({ subscribed: true })
  await site.sql('update sync_queue set next_attempt_at = now()')
  await reconcile(site.billing)
  expect(await site.check(member)).toMatchObject({ subscribed: false })
})

test('a dispute about another of the studio’s products does not change the membership', async () => {
  const { customer, subscription } = await site.createMember()
  const { id: product } = await site.stripe.products.create({ name: 'Hosting' })
  await subscribe(site, customer, await createPrice(site, 5000, product))
  const charges = await site.stripe.charges.list({ customer })
  const hostingCharge = charges.data.find(({ amount }) => amount === 5000)
  await site.account.control({ dispute: hostingCharge?.id })
  await site.deliverAll()
  expect(await site.stripe.subscriptions.retrieve(subscription)).toMatchObject({
    cancel_at_period_end: false,
  })
})
