import { daysToSeconds } from 'local-cloud/testing/stripeAccount'
import { beforeAll, describe, expect, test } from 'vitest'
import type { User } from '@/lib/auth/server/requireUser'
import { readMembershipIds, type Site, setUpSite } from './support.ts'

let site: Site
setUpSite(
  (started) => {
    site = started
  },
  { endsMemberships: true },
)
beforeAll(async () => {
  // By default, Stripe would cancel the membership after the last attempt to charge it.
  await site.account.control({ dunningEnd: 'unpaid' })
})

/** Sets one of Stripe's test cards as the default card of a member's subscription. Returns the subscription's id. */
async function setDefaultCard(member: User, card: 'pm_card_chargeCustomerFail'): Promise<string> {
  const { customer, subscription } = await readMembershipIds(site, member)
  const method = await site.stripe.paymentMethods.attach(card, { customer })
  await site.stripe.subscriptions.update(subscription, { default_payment_method: method.id })
  return subscription
}

/** Creates a member whose renewal has failed for so long that access has ended. */
async function createMemberInArrears(): Promise<{ member: User; subscription: string; invoice: string }> {
  const member = await site.createMember()
  const subscription = await setDefaultCard(member, 'pm_card_chargeCustomerFail')
  site.account.billing.advance(daysToSeconds(31) + 7200)
  site.account.billing.advance(daysToSeconds(16))
  await site.deliverAll()
  expect(await site.check(member)).toMatchObject({ subscribed: false, past_due: true, manageable: true })
  const [openInvoice] = (await site.stripe.invoices.list({ subscription, status: 'open' })).data
  return { member, subscription, invoice: String(openInvoice?.id) }
}

test('a voided renewal restores access', async () => {
  const { member, invoice } = await createMemberInArrears()
  await site.stripe.invoices.voidInvoice(invoice)
  await site.deliverAll()
  expect(await site.check(member)).toMatchObject({ subscribed: true, past_due: false, status: 'active' })
})

test('a renewal that is written off restores access', async () => {
  const { member, invoice } = await createMemberInArrears()
  await site.stripe.invoices.markUncollectible(invoice)
  await site.deliverAll()
  expect(await site.check(member)).toMatchObject({ subscribed: true, past_due: false, status: 'active' })
})

test('a late payment restores access', async () => {
  const { member, invoice, subscription } = await createMemberInArrears()
  const { customer } = await site.stripe.subscriptions.retrieve(subscription)
  const method = await site.stripe.paymentMethods.attach('pm_card_visa', { customer: String(customer) })
  await site.stripe.invoices.pay(invoice, { payment_method: method.id })
  await site.deliverAll()
  expect(await site.check(member)).toMatchObject({ subscribed: true, past_due: false })
})

test('a member who pays no renewal has access in the first grace period only, although Stripe’s status stays past_due', async () => {
  await site.account.control({ dunningEnd: 'past_due' })
  const member = await site.createMember()
  await setDefaultCard(member, 'pm_card_chargeCustomerFail')
  site.account.billing.advance(daysToSeconds(31) + 7200)
  await site.deliverAll()
  expect(await site.check(member)).toMatchObject({ subscribed: true, past_due: true })
  site.account.billing.advance(daysToSeconds(20))
  await site.deliverAll()
  const states: unknown[] = []
  for (let month = 0; month < 3; month += 1) {
    // Each time, the clock advances to a few days after a renewal.
    site.account.billing.advance(month === 0 ? daysToSeconds(13) : daysToSeconds(30))
    await site.deliverAll()
    const { subscribed, status } = await site.check(member)
    states.push({ subscribed, status })
  }
  await site.account.control({ dunningEnd: 'unpaid' })
  expect(states).toEqual(Array(3).fill({ subscribed: false, status: 'past_due' }))
})

describe('a member in arrears without access who buys again', () => {
  test('gets the URL of the open invoice', async () => {
    const { member, invoice } = await createMemberInArrears()
    const { hosted_invoice_url } = await site.stripe.invoices.retrieve(invoice)
    await expect(site.checkout({ user: member }, { acceptsRegular: true })).rejects.toMatchObject({
      status: 409,
      code: 'membership_unpaid',
      details: { pay_url: hosted_invoice_url },
    })
  })

  test('gets the URL of the portal where no invoice is open', async () => {
    const { member, invoice, subscription } = await createMemberInArrears()
    site.account.billing.store
      .prepare("update objects set body = json_set(body, '$.status', 'void') where id = ?")
      .run(invoice)
    expect(await site.stripe.subscriptions.retrieve(subscription)).toMatchObject({ status: 'unpaid' })
    await expect(site.checkout({ user: member }, { acceptsRegular: true })).rejects.toMatchObject({
      code: 'membership_unpaid',
      details: { pay_url: expect.stringContaining('/p/session/') },
    })
  })
})
