import type Stripe from 'stripe'
import { beforeAll, describe, expect, test } from 'vitest'
import { endMembershipFor } from '@/lib/membership/deleteAccount'
import { membershipProductId } from '@/lib/membership/membershipProduct'
import { openInvoice } from '@/lib/membership/portal'
import { reconcile } from '@/lib/membership/reconcile'
import { createPrice, failRenewal, listAlerts, readMembershipIds, setCard, setUpSite } from './support.ts'

const site = await setUpSite()
let hostingPrice: string

const sql = (text: string, values: unknown[] = []) => site.billing.database.sql(text, values)

/** Subscribes a customer, a new one by default, to some hosting plans. */
async function buyHosting(planCount: number, customer?: string) {
  const id =
    customer ?? (await site.stripe.customers.create({ email: `client${Math.random()}@example.com` })).id
  const method = await site.stripe.paymentMethods.attach('pm_card_visa', { customer: id })
  const subscriptions: Stripe.Subscription[] = []
  for (let index = 0; index < planCount; index += 1) {
    subscriptions.push(
      await site.stripe.subscriptions.create({
        customer: id,
        items: [{ price: hostingPrice }],
        default_payment_method: method.id,
      }),
    )
  }
  return { customer: id, subscriptions }
}

async function expectUntouched(subscriptions: Stripe.Subscription[]): Promise<void> {
  for (const { id } of subscriptions) {
    expect(await site.stripe.subscriptions.retrieve(id)).toMatchObject({ status: 'active' })
    const { data } = await site.stripe.invoices.list({ subscription: id })
    expect(data.map(({ status }) => status)).toEqual(['paid'])
  }
  const { data: refunds } = await site.stripe.refunds.list({ limit: 100 })
  expect(refunds).toEqual([])
}

beforeAll(async () => {
  hostingPrice = await createPrice(site, 5000, (await site.stripe.products.create({ name: 'Hosting' })).id)
})

describe('other products of the studio in the same Stripe account', () => {
  test('are not memberships: webhooks and reconciliations, by events or by subscriptions, change nothing', async () => {
    const { customer, subscriptions } = await buyHosting(2)
    await site.deliverAll()
    await reconcile(site.billing)
    await sql(`update reconcile_cursors set position = now() - interval '60 days'`)
    await reconcile(site.billing)
    await expectUntouched(subscriptions)
    expect(await sql('select from customers where stripe_customer_id = $1', [customer])).toEqual([])
  })

  test('give a user no access, and block no purchase of the membership', async () => {
    const member = site.createUser()
    const { sessionId } = await site.checkout({ user: member })
    const { customer } = await site.stripe.checkout.sessions.retrieve(sessionId)
    const { subscriptions } = await buyHosting(1, String(customer))
    await site.deliverAll()
    expect(await site.check(member, { isRefreshRequested: true })).toMatchObject({
      subscribed: false,
      status: null,
    })
    await site.pay(sessionId)
    await site.deliverAll()
    expect(await site.check(member, { isRefreshRequested: true })).toMatchObject({
      subscribed: true,
      subscription_tier: site.offer.name,
    })
    await expectUntouched(subscriptions)
  })

  test('add nothing to what a member in arrears owes', async () => {
    const member = await site.createMember()
    const { subscription, customer } = await readMembershipIds(site, member)
    const [hosting] = (await buyHosting(1, customer)).subscriptions
    await setCard(site, String(hosting?.id))
    const invoice = await failRenewal(site, subscription)
    expect((await site.stripe.invoices.list({ customer, status: 'open' })).data).toHaveLength(2)
    expect(await site.check(member)).toMatchObject({ past_due: true, amount_due: 99_700 })
    expect(await openInvoice(site.billing, member)).toBe(invoice.hosted_invoice_url)
  })

  test('survive the deletion of a member’s account, while the membership ends', async () => {
    const member = await site.createMember()
    const { customer } = await readMembershipIds(site, member)
    const { subscriptions } = await buyHosting(1, customer)
    const hostingSession = await site.stripe.checkout.sessions.create({
      mode: 'subscription',
      customer,
      line_items: [{ price: hostingPrice, quantity: 1 }],
      success_url: 'https://hosting.example.com/',
    })
    await endMembershipFor(member, site.billing)
    await expectUntouched(subscriptions)
    expect(await site.stripe.checkout.sessions.retrieve(hostingSession.id)).toMatchObject({ status: 'open' })
    const subscriptionList = await site.stripe.subscriptions.list({ customer, status: 'all' })
    const ended = subscriptionList.data.filter(({ status }) => status === 'canceled')
    expect(ended.map(({ items }) => items.data[0]?.price.product)).toEqual([membershipProductId])
  })

  test('retain their open checkouts when a user opens one of the site', async () => {
    const member = site.createUser()
    const { sessionId } = await site.checkout({ user: member })
    const { customer } = await site.stripe.checkout.sessions.retrieve(sessionId)
    const hostingSession = await site.stripe.checkout.sessions.create({
      mode: 'subscription',
      customer: String(customer),
      line_items: [{ price: hostingPrice, quantity: 1 }],
      success_url: 'https://hosting.example.com/',
    })
    await site.checkout({ user: member })
    expect(await site.stripe.checkout.sessions.retrieve(hostingSession.id)).toMatchObject({ status: 'open' })
  })
})

test('a second membership that the studio created manually is not canceled, but reported to an operator', async () => {
  const member = await site.createMember()
  const { customer } = await readMembershipIds(site, member)
  const [price] = (await site.stripe.prices.list({ product: membershipProductId })).data
  site.account.billing.advance(60)
  const method = await site.stripe.paymentMethods.attach('pm_card_visa', { customer })
  const manualMembership = await site.stripe.subscriptions.create({
    customer,
    items: [{ price: String(price?.id) }],
    default_payment_method: method.id,
  })
  await site.deliverAll()
  expect(await site.stripe.subscriptions.retrieve(manualMembership.id)).toMatchObject({ status: 'active' })
  expect(await site.check(member)).toMatchObject({ subscribed: true })
  expect(listAlerts().join()).toContain(manualMembership.id)
})
