import { buyerFields, daysToSeconds, submitForm } from 'local-cloud/testing/stripeAccount'
import type Stripe from 'stripe'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { endMembershipFor } from '@/lib/membership/deleteAccount'
import { checkAccounts } from '@/lib/membership/mirror/accounts'
import { openInvoice, openPortal } from '@/lib/membership/portal'
import {
  createPrice,
  expectRefusal,
  failRenewal,
  listAlerts,
  type Member,
  monthSeconds,
  payInvoice,
  readPeriodEnd,
  SITE,
  setCard,
  setUpSite,
} from './support.ts'

const site = await setUpSite({ endsMemberships: true })
beforeAll(async () => {
  await site.account.control({ dunningEnd: 'cancel' })
})

/** Creates a member whose renewal has just failed. */
async function createMemberInArrears(): Promise<Member & { invoice: Stripe.Invoice }> {
  const member = await site.createMember()
  const invoice = await failRenewal(site, member.subscription)
  expect(await site.check(member)).toMatchObject({
    past_due: true,
    amount_due: 99_700,
    pay_by: new Date((invoice.created + daysToSeconds(14)) * 1000).toISOString(),
  })
  return { ...member, invoice }
}

/** Lists the statuses of a subscription's invoices, newest first. */
const listInvoiceStatuses = async (subscription: string) =>
  (await site.stripe.invoices.list({ subscription })).data.map(({ status }) => status)

describe('nothing remains payable', () => {
  test('when dunning ends a membership', async () => {
    const { subscription, invoice, ...member } = await createMemberInArrears()
    await site.advance(daysToSeconds(20))
    expect(await site.stripe.subscriptions.retrieve(subscription)).toMatchObject({ status: 'canceled' })
    expect(await listInvoiceStatuses(subscription)).toEqual(['void', 'paid'])
    const reason = { cancel_reason: 'payment_failed' }
    expect(await site.check(member)).toMatchObject({ subscribed: false, amount_due: null, ...reason })
    await expect(site.stripe.invoices.pay(String(invoice.id))).rejects.toThrow()
  })

  test('when staff end a membership in arrears, even if voiding the invoice fails at first', async () => {
    const { subscription } = await createMemberInArrears()
    vi.spyOn(site.billing.stripe.invoices, 'voidInvoice').mockRejectedValueOnce(new Error('not now'))
    await site.stripe.subscriptions.cancel(subscription)
    await expect(site.deliverAll()).rejects.toThrow('not now')
    // Stripe delivers the failed event again.
    for (const event of (await site.events()).slice(-5)) await site.deliver(event)
    expect(await listInvoiceStatuses(subscription)).toEqual(['void', 'paid'])
  })

  test('when the account is deleted, even if the membership has already ended', async () => {
    const { subscription, ...member } = await createMemberInArrears()
    await site.stripe.subscriptions.cancel(subscription)
    await endMembershipFor(member, site.billing)
    expect(await listInvoiceStatuses(subscription)).toEqual(['void', 'paid'])
    await site.deliverAll()
  })

  test('when a member in arrears cancels: the membership ends now, and no retry charges the card', async () => {
    const { subscription, ...member } = await createMemberInArrears()
    await setCard(site, subscription, 'pm_card_visa')
    const periodEnd = await readPeriodEnd(site, subscription)
    await site.stripe.subscriptions.update(subscription, { cancel_at: periodEnd })
    await site.deliverAll()
    await site.advance(daysToSeconds(10))
    expect(await listInvoiceStatuses(subscription)).toEqual(['void', 'paid'])
    expect(await site.check(member)).toMatchObject({ subscribed: false, past_due: false })
    expect(listAlerts()).toEqual([])
  })
})

test('a membership in arrears continues when it is set to end in a later period', async () => {
  const { subscription } = await createMemberInArrears()
  const inHalfAYear = (await readPeriodEnd(site, subscription)) + daysToSeconds(180)
  await site.stripe.subscriptions.update(subscription, { cancel_at: inHalfAYear })
  await site.deliverAll()
  expect(await site.stripe.subscriptions.retrieve(subscription)).toMatchObject({ status: 'past_due' })
})

test('a payment for an ended membership alerts the studio once, even if it pays an older renewal', async () => {
  const { subscription, customer, invoice } = await createMemberInArrears()
  await site.account.control({ dunningEnd: 'past_due' })
  await site.advance(monthSeconds)
  await site.account.control({ dunningEnd: 'cancel' })
  // Stripe receives the payment between the membership's end and the site's request to void the invoice.
  vi.spyOn(site.billing.stripe.invoices, 'voidInvoice').mockImplementationOnce(async (id) => {
    await payInvoice(site, customer, invoice.id)
    return site.stripe.invoices.voidInvoice(id)
  })
  await site.stripe.subscriptions.cancel(subscription)
  for (let delivery = 0; delivery < 3; delivery += 1) await site.deliverAll()
  expect(await listInvoiceStatuses(subscription)).toEqual(['void', 'paid', 'paid'])
  expect(listAlerts()).toEqual([
    expect.stringContaining(`${invoice.id} was paid after its membership ${subscription} had ended`),
  ])
})

describe('a membership that staff moved to another product', () => {
  async function createMovedMember(): Promise<Member> {
    const member = await site.createMember()
    const { subscription } = member
    const product = await site.stripe.products.create({ name: 'A larger package' })
    const price = await createPrice(site, 200_000, product.id)
    const { items } = await site.stripe.subscriptions.retrieve(subscription)
    await site.stripe.subscriptions.update(subscription, {
      items: [{ id: String(items.data[0]?.id), price }],
      proration_behavior: 'none',
      metadata: { product: '' },
    })
    await site.deliverAll()
    return member
  }

  test('still counts as a membership, and alerts the studio once', async () => {
    const { subscription, ...member } = await createMovedMember()
    await site.deliverAll()
    expect(await site.check(member)).toMatchObject({ subscribed: true, status: 'active' })
    await expectRefusal(site.checkout({ user: member }, { acceptsRegular: true }), '409 already_subscribed')
    expect(listAlerts()).toEqual([expect.stringContaining(`${subscription} was moved to another product`)])
  })

  test('ends when the account is deleted', async () => {
    const { subscription, ...member } = await createMovedMember()
    await endMembershipFor(member, site.billing)
    expect(await site.stripe.subscriptions.retrieve(subscription)).toMatchObject({ status: 'canceled' })
  })
})

test('deleting an account does not retrieve forty customers that strangers created with its email', async () => {
  const { subscription, ...member } = await site.createMember()
  const guest = { email: member.email, metadata: { product: 'creators-circle-membership' } }
  for (let count = 0; count < 40; count += 1) await site.stripe.customers.create(guest)
  const requests = vi.spyOn(site.billing.stripe.customers, 'retrieve')
  await endMembershipFor(member, site.billing)
  expect(requests.mock.calls.length).toBeLessThan(10)
  expect(await site.stripe.subscriptions.retrieve(subscription)).toMatchObject({ status: 'canceled' })
})

test('a user id missing from a restored backup is restored from Stripe', async () => {
  const { customer, ...member } = await site.createMember()
  for (const table of ['customers', 'subscriptions'])
    await site.sql(`update ${table} set user_id = null where user_id = $1`, [member.id])
  await site.stripe.customers.update(customer, { description: 'changed' })
  await site.deliverAll()
  expect(await site.check(member)).toMatchObject({ subscribed: true })
})

test.each(['missing', 'banned'] as const)(
  'the studio is alerted once about a member whose account is %s',
  async (state) => {
    const { customer } = await site.createMember()
    vi.spyOn(site.billing, 'accountState').mockResolvedValue(state)
    for (let run = 0; run < 2; run += 1) {
      await site.sql(
        'update customers set account_checked_at = case when stripe_customer_id <> $1 then now() end',
        [customer],
      )
      await checkAccounts(site.billing)
    }
    expect(listAlerts()).toEqual([expect.stringContaining(`The account of customer ${customer}`)])
    const problems = await site.sql('select account_problem from customers where stripe_customer_id = $1', [
      customer,
    ])
    expect(problems).toEqual([{ account_problem: state }])
  },
)

describe('a member in arrears whose access has ended', () => {
  beforeAll(async () => {
    await site.account.control({ dunningEnd: 'unpaid' })
  })

  async function createMemberWithoutAccess() {
    const member = await createMemberInArrears()
    await site.advance(daysToSeconds(16))
    const state = { status: 'unpaid', subscribed: false, past_due: true, manageable: true, ended_at: null }
    const { items } = await site.stripe.subscriptions.retrieve(member.subscription)
    const toIso = (seconds = 0) => new Date(seconds * 1000).toISOString()
    expect(await site.check(member)).toMatchObject({
      ...state,
      amount_due: 99_700,
      due_since: toIso(member.invoice.created),
      period_end: toIso(items.data[0]?.current_period_end),
    })
    return { ...member, invoice: String(member.invoice.id) }
  }

  test.each(['voided', 'written off', 'paid late', 'paid on Stripe’s invoice page'])(
    'regains access after the renewal is %s',
    async (how) => {
      const { customer, invoice, ...member } = await createMemberWithoutAccess()
      const { invoices } = site.stripe
      const portal = await (await fetch(await openPortal(site.billing, member, '/account'))).text()
      expect(portal).toContain(`/invoice/${invoice}`)
      expect(portal).toContain(`href="${SITE}/account"`)
      if (how === 'voided') await invoices.voidInvoice(invoice)
      else if (how === 'written off') await invoices.markUncollectible(invoice)
      else if (how === 'paid late') await payInvoice(site, customer, invoice)
      else await submitForm(await openInvoice(site.billing, member), buyerFields)
      await site.deliverAll()
      expect(await site.check(member)).toMatchObject({ subscribed: true, past_due: false, status: 'active' })
    },
  )

  test('cannot buy again, but can open the portal if no invoice is open', async () => {
    const { invoice, subscription, ...member } = await createMemberWithoutAccess()
    site.account.billing.store
      .prepare("update objects set body = json_set(body, '$.status', 'void') where id = ?")
      .run(invoice)
    expect(await site.stripe.subscriptions.retrieve(subscription)).toMatchObject({ status: 'unpaid' })
    await expectRefusal(site.checkout({ user: member }, { acceptsRegular: true }), '409 membership_unpaid')
    await expect(openInvoice(site.billing, member)).rejects.toMatchObject({ code: 'nothing_due' })
    expect(await openPortal(site.billing, member)).toContain('/p/session/')
  })

  test('does not regain access while Stripe’s status stays past_due, renewal after renewal', async () => {
    await site.account.control({ dunningEnd: 'past_due' })
    const member = await createMemberInArrears()
    await site.advance(daysToSeconds(20))
    const states: unknown[] = []
    for (let month = 0; month < 3; month += 1) {
      // Each time, the clock advances to a few days after a renewal.
      await site.advance(month === 0 ? daysToSeconds(13) : daysToSeconds(30))
      const { subscribed, status } = await site.check(member)
      states.push({ subscribed, status })
    }
    expect(states).toEqual(Array(3).fill({ subscribed: false, status: 'past_due' }))
  })
})
