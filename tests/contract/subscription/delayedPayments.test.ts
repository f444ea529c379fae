import { daysToSeconds } from 'local-cloud/testing/stripeAccount'
import type Stripe from 'stripe'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { User } from '@/lib/auth/server/requireUser'
import { getCheckoutStatus } from '@/lib/membership/checkout/checkoutStatus'
import { endMembershipFor } from '@/lib/membership/deleteAccount'
import { sendMails } from '@/lib/membership/mail/dueMails'
import { recordMails, skipMailRetryDelays } from './mails.ts'
import { monthSeconds, payInvoice, payLater, SITE, setUpSite } from './support.ts'

const site = await setUpSite()
const { takeMailTo, takeMailsTo, failures } = recordMails(site)

/** Delivers all webhooks, and expects the site to have processed an event of this type for this customer. */
async function expectProcessed(type: Stripe.Event.Type, customer: string): Promise<void> {
  await site.deliverAll()
  const query = 'select from stripe_events where type = $1 and stripe_customer_id = $2'
  expect(await site.sql(query, [type, customer])).not.toEqual([])
}

/** Returns a checkout's state, as the success page of its buyer receives it. */
const getCheckoutState = async (sessionId: string, { id }: User) =>
  (await getCheckoutStatus(site.billing, sessionId, 'a network', id)).state

/** Creates a user whose payment with Klarna is still processing. */
async function createProcessingPayment(): Promise<{ user: User; customer: string; sessionId: string }> {
  const user = site.createUser()
  const sessionId = await payLater(site, (await site.checkout({ user })).sessionId)
  const session = await site.stripe.checkout.sessions.retrieve(sessionId)
  expect(session).toMatchObject({ status: 'complete', payment_status: 'unpaid' })
  const customer = String(session.customer)
  await expectProcessed('checkout.session.completed', customer)
  return { user, customer, sessionId }
}

/** Declines a user's processing payment, and delivers the webhooks. */
async function declinePayment() {
  const payment = await createProcessingPayment()
  await site.account.control({ settle: payment.sessionId, succeeds: false })
  await expectProcessed('invoice.payment_failed', payment.customer)
  return payment
}

test('a delayed payment blocks purchases and account deletion, and gives access once it succeeds', async () => {
  const { user, customer, sessionId } = await createProcessingPayment()
  expect(await site.check(user)).toMatchObject({ subscribed: false, payment_processing: true })
  await expect(site.checkout({ user }, { acceptsRegular: true })).rejects.toThrow('payment_processing')
  await expect(endMembershipFor(user, site.billing)).rejects.toThrow('is still pending')
  expect(await getCheckoutState(sessionId, user)).toBe('processing')
  // Klarna may decide much later.
  site.account.billing.advance(daysToSeconds(8))
  expect(await site.account.control({ settle: sessionId, succeeds: true })).toBe(200)
  // The payment's events have not arrived yet.
  expect(await site.check(user)).toMatchObject({ subscribed: true })
  await expectProcessed('checkout.session.async_payment_succeeded', customer)
  await expectProcessed('invoice.paid', customer)
  expect(await site.check(user)).toMatchObject({ subscribed: true, status: 'active' })
  expect(await getCheckoutState(sessionId, user)).toBe('complete')
  await expect(site.checkout({ user }, { acceptsRegular: true })).rejects.toThrow('already_subscribed')
  expect(await site.account.control({ settle: sessionId, succeeds: true })).toBe(404)
  await sendMails(site.billing, { customer })
  expect(takeMailTo(user).subject).toBe("Your Creator's Circle membership is active")
})

test('a delayed payment counts as processing when Stripe does not respond about it in time', async () => {
  const { user } = await createProcessingPayment()
  const retrieveSpy = vi.spyOn(site.billing.stripe.invoices, 'retrieve')
  retrieveSpy.mockReturnValueOnce(new Promise(() => {}))
  expect(await site.check(user)).toMatchObject({ payment_processing: true, stale: true })
  expect(await site.check(user)).toMatchObject({ payment_processing: true, stale: false })
}, 20_000)

describe('a delayed payment method for which Stripe activates the membership immediately', () => {
  beforeAll(async () => {
    await site.account.control({ activeWhileProcessing: true })
  })
  afterAll(async () => {
    await site.account.control({ activeWhileProcessing: false })
  })

  test('gives access only after the invoice is paid, and blocks other purchases until then', async () => {
    const { user, customer, sessionId } = await createProcessingPayment()
    const [subscription] = (await site.stripe.subscriptions.list({ customer })).data
    expect(subscription?.status).toBe('active')
    expect(await site.check(user, { isRefreshRequested: true })).toMatchObject({
      subscribed: false,
      status: 'incomplete',
    })
    expect(await getCheckoutState(sessionId, user)).toBe('processing')
    await expect(site.checkout({ user }, { acceptsRegular: true })).rejects.toThrow('payment_processing')
    await expect(endMembershipFor(user, site.billing)).rejects.toThrow('is still pending')
    await site.account.control({ settle: sessionId, succeeds: true })
    await expectProcessed('invoice.paid', customer)
    expect(await site.check(user)).toMatchObject({ subscribed: true, status: 'active' })
    expect(await getCheckoutState(sessionId, user)).toBe('complete')
  })

  test('gives no access when the payment fails, and blocks other purchases while the invoice is unpaid', async () => {
    const { user, customer } = await declinePayment()
    const check = () => site.check(user, { isRefreshRequested: true })
    expect(await check()).toMatchObject({ subscribed: false })
    await expect(site.checkout({ user }, { acceptsRegular: true })).rejects.toThrow('membership_unpaid')
    const [invoice] = (await site.stripe.invoices.list({ customer })).data
    await site.stripe.invoices.voidInvoice(String(invoice?.id))
    expect(await check()).toMatchObject({ subscribed: false })
  })

  test('that fails does not count as a former membership, even once its subscription is canceled', async () => {
    const { user, customer } = await declinePayment()
    const [subscription] = (await site.stripe.subscriptions.list({ customer })).data
    await site.stripe.subscriptions.cancel(String(subscription?.id))
    expect(await site.check(user, { isRefreshRequested: true })).toMatchObject({
      status: 'incomplete_expired',
      ended_at: null,
      former: false,
    })
  })
})

test('deleting an account ends a subscription whose first payment failed', async () => {
  const { user, customer, sessionId } = await createProcessingPayment()
  // The payment's events have not arrived yet.
  expect(await site.account.control({ settle: sessionId, succeeds: false })).toBe(200)
  await endMembershipFor(user, site.billing)
  const { data } = await site.stripe.subscriptions.list({ customer, status: 'all' })
  expect(data.map(({ status }) => status)).not.toContain('incomplete')
})

test('a checkout whose payment failed for good does not count as a former membership', async () => {
  const { user } = await declinePayment()
  site.account.billing.advance(daysToSeconds(7))
  expect(await site.check(user, { isRefreshRequested: true })).toMatchObject({ status: null, ended_at: null })
})

test('a delayed payment that fails leaves nothing payable, and the user can buy again', async () => {
  const { user, customer, sessionId } = await createProcessingPayment()
  expect(await site.account.control({ settle: sessionId, succeeds: false })).toBe(200)
  expect(await site.check(user)).toMatchObject({ status: 'incomplete', payment_processing: false })
  await expectProcessed('checkout.session.async_payment_failed', customer)
  await expectProcessed('invoice.payment_failed', customer)
  const failed = (await site.stripe.subscriptions.list({ customer, status: 'all' })).data
  expect(failed.map(({ status }) => status)).toEqual(['incomplete_expired'])
  expect((await site.stripe.invoices.list({ customer })).data).toMatchObject([{ status: 'void' }])
  expect(await site.check(user)).toMatchObject({
    subscribed: false,
    status: 'incomplete_expired',
    ended_at: null,
    payment_processing: false,
    intro_used: false,
  })
  expect(await getCheckoutState(sessionId, user)).toBe('declined')
  await site.pay((await site.checkout({ user })).sessionId)
  await expectProcessed('invoice.paid', customer)
  expect(await site.check(user)).toMatchObject({ subscribed: true, status: 'active' })
})

test('a processing first payment is emailed once', async () => {
  const { user, customer } = await createProcessingPayment()
  for (let round = 0; round < 2; round += 1) await sendMails(site.billing, { customer })
  const mail = takeMailTo(user)
  expect(mail.subject).toBe("We're waiting for your bank")
  expect(mail.text).toContain("still processing your first payment of $997 for Creator's Circle")
  expect(mail.text).toContain(`Contact us: ${SITE}/contact?topic=membership`)
})

test('a declined first payment is emailed once', async () => {
  const { user, customer } = await declinePayment()
  await sendMails(site.billing, { customer })
  const mail = takeMailTo(user)
  expect(mail.subject).toBe("Your payment for Creator's Circle wasn't confirmed")
  expect(mail.text).toMatch(/first payment of \$997 on .*, and nothing was charged/)
  expect(mail.text).toContain('/services#offer')
  await sendMails(site.billing, { customer })
  expect(takeMailsTo(user)).toEqual([])
})

test.each<[string, (user: User) => Promise<unknown>]>([
  ['has bought again', async (user) => site.pay((await site.checkout({ user })).sessionId)],
  ['is buying again', async (user) => payLater(site, (await site.checkout({ user })).sessionId)],
  ['has deleted the account', async (user) => endMembershipFor(user, site.billing)],
])('a declined first payment is not emailed to a buyer who %s', async (_, act) => {
  const { user, customer } = await declinePayment()
  takeMailsTo(user)
  await act(user)
  await site.deliverAll()
  await sendMails(site.billing, { customer })
  expect(takeMailsTo(user).map(({ subject }) => subject)).not.toContain(
    "Your payment for Creator's Circle wasn't confirmed",
  )
})

test('a declined first payment is not emailed when the buyer pays before a retry of the email', async () => {
  const { user, customer } = await declinePayment()
  failures.push(new Error('The mail server is down'))
  await sendMails(site.billing, { customer })
  await site.pay((await site.checkout({ user })).sessionId)
  await site.deliverAll()
  await skipMailRetryDelays(site)
  await sendMails(site.billing, { customer })
  expect(takeMailTo(user).subject).toBe("Your Creator's Circle membership is active")
})

test('a processing payment shows the amount and email to its buyer alone', async () => {
  const { user, sessionId } = await createProcessingPayment()
  const getStatus = (userId?: string) => getCheckoutStatus(site.billing, sessionId, 'a network', userId)
  expect(await getStatus(user.id)).toMatchObject({ email: user.email, receipt: { amount: 99_700 } })
  for (const other of [undefined, site.createUser().id])
    expect(await getStatus(other)).toMatchObject({ state: 'processing', email: null, receipt: null })
})

test('a failed payment that the user makes up for in the portal gives the membership', async () => {
  const { user, customer, sessionId } = await createProcessingPayment()
  await site.account.control({ settle: sessionId, succeeds: false })
  const [invoice] = (await site.stripe.invoices.list({ customer })).data
  // The payment arrives after the site has read the failure, and before it voids the invoice.
  const voidSpy = vi.spyOn(site.billing.stripe.invoices, 'voidInvoice').mockImplementationOnce(async (id) => {
    await payInvoice(site, customer, String(invoice?.id))
    return site.stripe.invoices.voidInvoice(id)
  })
  await site.deliverAll()
  await expectProcessed('invoice.paid', customer)
  expect(voidSpy).toHaveBeenCalledOnce()
  expect(await site.check(user)).toMatchObject({ subscribed: true, status: 'active' })
})

test('processes the event for an invoice that cannot be finalized, without changing access', async () => {
  const { customer, ...user } = await site.createMember()
  // The failures also affect subscriptions of other tests, which renew at the same time.
  expect(await site.account.control({ finalizationFailures: 100 })).toBe(200)
  site.account.billing.advance(monthSeconds)
  await expectProcessed('invoice.finalization_failed', customer)
  expect(await site.check(user)).toMatchObject({ subscribed: true, status: 'active' })
  const [draft] = (await site.stripe.invoices.list({ customer, status: 'draft' })).data
  expect(await site.account.control({ finalizationFailures: 0 })).toBe(200)
  expect(draft?.last_finalization_error?.code).toBe('customer_tax_location_invalid')
  await site.stripe.invoices.pay(String(draft?.id))
  expect((await site.stripe.invoices.list({ customer, status: 'paid' })).data).toHaveLength(2)
})
