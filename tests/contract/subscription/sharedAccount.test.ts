import type Stripe from 'stripe'
import { beforeAll, describe, expect, test } from 'vitest'
import { endMembershipFor } from '@/lib/membership/deleteAccount'
import { membershipProductId } from '@/lib/membership/membershipProduct'
import { openInvoice } from '@/lib/membership/portal'
import { reconcile } from '@/lib/membership/reconcile'
import { createPrice, failRenewal, listAlerts, setCard, setUpSite, subscribe } from './support.ts'

const site = await setUpSite()
let hostingPrice: string

async function expectUntouched({ id }: Stripe.Subscription): Promise<void> {
  expect(await site.stripe.subscriptions.retrieve(id)).toMatchObject({ status: 'active' })
  const { data } = await site.stripe.invoices.list({ subscription: id })
  expect(data.map(({ status }) => status)).toEqual(['paid'])
}

/** Opens a checkout for a hosting plan. Returns a function that reads the checkout's status. */
async function openHostingCheckout(customer: string) {
  const { id } = await site.stripe.checkout.sessions.create({
    mode: 'subscription',
    customer,
    line_items: [{ price: hostingPrice, quantity: 1 }],
    success_url: 'https://hosting.example.com/',
  })
  return async () => (await site.stripe.checkout.sessions.retrieve(id)).status
}

beforeAll(async () => {
  hostingPrice = await createPrice(site, 5000, (await site.stripe.products.create({ name: 'Hosting' })).id)
})

describe('the studio’s other products in the same Stripe account', () => {
  test('are ignored by webhooks, and by reconciliations from events or subscriptions', async () => {
    const { id: customer } = await site.stripe.customers.create({ email: 'client@example.com' })
    const hosting = await subscribe(site, customer, hostingPrice)
    await site.deliverAll()
    await reconcile(site.billing)
    await site.sql(`update reconcile_cursors set position = now() - interval '60 days'`)
    await reconcile(site.billing)
    await expectUntouched(hosting)
    expect(await site.sql('select from customers where stripe_customer_id = $1', [customer])).toEqual([])
  })

  test('give a user no access, and block no purchase of the membership', async () => {
    const user = site.createUser()
    const { sessionId } = await site.checkout({ user })
    const { customer } = await site.stripe.checkout.sessions.retrieve(sessionId)
    const hosting = await subscribe(site, String(customer), hostingPrice)
    await site.deliverAll()
    const check = () => site.check(user, { isRefreshRequested: true })
    expect(await check()).toMatchObject({ subscribed: false, status: null })
    await site.pay(sessionId)
    await site.deliverAll()
    expect(await check()).toMatchObject({ subscribed: true, subscription_tier: site.offer.name })
    await expectUntouched(hosting)
  })

  test('add nothing to what a member in arrears owes', async () => {
    const { subscription, customer, ...member } = await site.createMember()
    await setCard(site, (await subscribe(site, customer, hostingPrice)).id)
    const invoice = await failRenewal(site, subscription)
    expect((await site.stripe.invoices.list({ customer, status: 'open' })).data).toHaveLength(2)
    expect(await site.check(member)).toMatchObject({ past_due: true, amount_due: 99_700 })
    expect(await openInvoice(site.billing, member)).toBe(invoice.hosted_invoice_url)
  })

  test('survive the deletion of a member’s account, while the membership ends', async () => {
    const { customer, ...member } = await site.createMember()
    const hosting = await subscribe(site, customer, hostingPrice)
    const readHostingCheckout = await openHostingCheckout(customer)
    await endMembershipFor(member, site.billing)
    await expectUntouched(hosting)
    expect(await readHostingCheckout()).toBe('open')
    const subscriptionList = await site.stripe.subscriptions.list({ customer, status: 'all' })
    const ended = subscriptionList.data.filter(({ status }) => status === 'canceled')
    expect(ended.map(({ items }) => items.data[0]?.price.product)).toEqual([membershipProductId])
  })

  test('keep their open checkouts when a user opens one for the membership', async () => {
    const user = site.createUser()
    const { sessionId } = await site.checkout({ user })
    const { customer } = await site.stripe.checkout.sessions.retrieve(sessionId)
    const readHostingCheckout = await openHostingCheckout(String(customer))
    await site.checkout({ user })
    expect(await readHostingCheckout()).toBe('open')
  })
})

test('a second membership created by the studio is reported to an operator, not canceled', async () => {
  const { customer, ...member } = await site.createMember()
  site.account.billing.advance(60)
  const { id } = await subscribe(site, customer, await createPrice(site, 149_700))
  await site.deliverAll()
  expect(await site.stripe.subscriptions.retrieve(id)).toMatchObject({ status: 'active' })
  expect(await site.check(member)).toMatchObject({ subscribed: true })
  expect(listAlerts().join()).toContain(id)
})
