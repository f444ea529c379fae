import { buyerFields, daysToSeconds, submitForm } from 'local-cloud/testing/stripeAccount'
import { describe, expect, test } from 'vitest'
import { createCheckout } from '@/lib/membership/checkout/checkout'
import { computeTermsVersion } from '@/lib/membership/offer/termsVersion'
import { openPortal } from '@/lib/membership/portal'
import { readMembershipIds, type Site, setUpSite, terms } from './support.ts'

let site: Site
setUpSite((started) => {
  site = started
})

/** Creates a member whose card declines all further payments. */
async function createMemberWithFailingCard() {
  const member = await site.createMember()
  const { subscription, customer } = await readMembershipIds(site, member)
  const card = await site.stripe.paymentMethods.attach('pm_card_chargeCustomerFail', { customer })
  await site.stripe.subscriptions.update(subscription, { default_payment_method: card.id })
  return { member, customer }
}

describe('a second purchase', () => {
  test('is refused to members, before and after the webhook', async () => {
    const member = site.createUser()
    const { sessionId } = await site.checkout({ user: member })
    await site.pay(sessionId)
    await expect(site.checkout({ user: member })).rejects.toMatchObject({ code: 'already_subscribed' })
    await site.deliverAll()
    await expect(site.checkout({ user: member })).rejects.toMatchObject({ code: 'already_subscribed' })
  })

  test('is impossible from two tabs at once, in two instances: both tabs get the same checkout', async () => {
    const user = site.createUser()
    const request = { offerVersion: computeTermsVersion(terms), acceptsRegular: false }
    const [firstCheckout, secondCheckout] = await Promise.all([
      createCheckout(site.billing, { user }, request),
      createCheckout(site.otherInstance(), { user }, request),
    ])
    expect(firstCheckout.sessionId).toBe(secondCheckout.sessionId)
    const customers = await site.stripe.customers.list({ email: user.email })
    expect(customers.data).toHaveLength(1)
  })

  test('is refused to a member whose renewal is past due', async () => {
    const { member } = await createMemberWithFailingCard()
    site.account.billing.advance(daysToSeconds(31) + 7200)
    await site.deliverAll()
    expect(await site.check(member)).toMatchObject({ subscribed: true, past_due: true, status: 'past_due' })
    await expect(site.checkout({ user: member })).rejects.toMatchObject({ code: 'already_subscribed' })
  })

  test('is refused to a member with the status `unpaid`, who pays the invoice that the portal links and has access again', async () => {
    const { member, customer } = await createMemberWithFailingCard()
    const { billing } = site.account
    billing.store.setSetting('dunning_end', 'unpaid')
    billing.advance(daysToSeconds(31) + 7200)
    billing.advance(daysToSeconds(16))
    billing.store.setSetting('dunning_end', 'cancel')
    await site.deliverAll()
    const arrears = {
      subscribed: false,
      status: 'unpaid',
      past_due: true,
      manageable: true,
      amount_due: expect.any(Number),
      ended_at: null,
    }
    expect(await site.check(member)).toMatchObject(arrears)
    await expect(site.checkout({ user: member })).rejects.toMatchObject({ code: 'membership_unpaid' })

    const portal = await fetch(String(await openPortal(site.billing, member, '/account')))
    const [openInvoice] = (await site.stripe.invoices.list({ customer, status: 'open' })).data
    const page = await portal.text()
    expect(page).toContain(`/invoice/${openInvoice?.id}`)
    expect(page).toContain(`href="${site.billing.siteOrigin}/account"`)
    expect((await submitForm(String(openInvoice?.hosted_invoice_url), buyerFields)).status).toBe(303)
    await site.deliverAll()
    expect(await site.check(member)).toMatchObject({ subscribed: true, past_due: false, manageable: true })
  })

  test('is refused to a member with a paused subscription, who can open the portal', async () => {
    const member = await site.createMember()
    const { subscription } = await readMembershipIds(site, member)
    await site.stripe.subscriptions.pause(subscription, { type: 'subscription' })
    await site.deliverAll()
    const pausedState = { subscribed: false, status: 'paused', manageable: true }
    expect(await site.check(member)).toMatchObject(pausedState)
    await expect(site.checkout({ user: member })).rejects.toMatchObject({ code: 'already_subscribed' })
    await expect(openPortal(site.billing, member)).resolves.toMatch(/\/p\/session\//)
  })

  test('of a returning member costs the regular price, after consent', async () => {
    const member = await site.createMember()
    const { subscription } = await readMembershipIds(site, member)
    await site.stripe.subscriptions.cancel(subscription)
    await site.deliverAll()
    expect(await site.check(member)).toMatchObject({ subscribed: false, manageable: false })
    await expect(site.checkout({ user: member })).rejects.toMatchObject({ status: 409, code: 'intro_used' })
    const { sessionId } = await site.checkout({ user: member }, { acceptsRegular: true })
    const session = await site.stripe.checkout.sessions.retrieve(sessionId)
    expect(session.amount_total).toBe(149_700)
    expect(session.custom_text.submit?.message).toBe('You pay $1,497 until you cancel.')
    await site.pay(sessionId)
    await site.deliverAll()
    expect(await site.check(member)).toMatchObject({ subscribed: true, next_amount: 149_700 })
  })

  test('of a guest is found and refunded, and one membership stays', async () => {
    const email = 'twice@example.com'
    for (const network of ['one', 'two']) await site.pay((await site.checkout({ network, email })).sessionId)
    await site.deliverAll()
    const customers = await site.stripe.customers.list({ email })
    expect(customers.data).toHaveLength(2)
    const subscriptions = await Promise.all(
      customers.data.map(({ id }) => site.stripe.subscriptions.list({ customer: id, status: 'all' })),
    )
    const sorted = subscriptions.flatMap(({ data }) => data).toSorted((a, b) => a.created - b.created)
    expect(sorted.map(({ status }) => status).toSorted()).toEqual(['active', 'canceled'])
    const canceled = sorted.find(({ status }) => status === 'canceled')
    const charges = await site.stripe.charges.list({ customer: String(canceled?.customer) })
    expect(charges.data).toMatchObject([{ amount: 99_700, amount_refunded: 99_700 }])
    const claims = await site.billing.database.sql(
      `select from claims join subscriptions using (stripe_customer_id)
        where email = $1 and status = 'active'`,
      [email],
    )
    expect(claims).toHaveLength(1)
  })
})
