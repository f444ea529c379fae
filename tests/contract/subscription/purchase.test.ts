import { buyer, days, submit } from 'local-cloud/testing/stripeAccount'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { createCheckout } from '@/lib/membership/checkout/checkout'
import { getCheckoutStatus } from '@/lib/membership/checkout/checkoutStatus'
import { syncPublishedOffer } from '@/lib/membership/offer/offerChanges'
import { computeTermsVersion } from '@/lib/membership/offer/termsVersion'
import { openPortal } from '@/lib/membership/portal'
import { payBeforeExpiry, type Site, setUpSite, terms } from './support.ts'

let site: Site
setUpSite((started) => {
  site = started
})
beforeEach(() => {
  site.offer = terms
})

const getSubscriptions = async (userId: string) =>
  site.billing.database.sql('select * from subscriptions where user_id = $1', [userId])

/** Creates a member whose card declines all further payments. */
async function failing() {
  const member = await site.createMember()
  const [row] = await getSubscriptions(member.id)
  const customer = String(row?.stripe_customer_id)
  const card = await site.stripe.paymentMethods.attach('pm_card_chargeCustomerFail', { customer })
  await site.stripe.subscriptions.update(String(row?.stripe_subscription_id), {
    default_payment_method: card.id,
  })
  return { member, customer }
}

describe('a checkout', () => {
  test('is charged in the currency of the terms, whatever the account supports', async () => {
    const { sessionId } = await site.checkout({ user: site.createUser() })
    const session = await site.stripe.checkout.sessions.retrieve(sessionId)
    expect(session.adaptive_pricing).toEqual({ enabled: false })
  })

  test('charges the price of the page, and creates a member after payment', async () => {
    const member = site.createUser()
    const { url, sessionId } = await site.checkout({ user: member })
    expect(url).toMatch(/^http:\/\/localhost:\d+\/c\/pay\/cs_/)
    const session = await site.stripe.checkout.sessions.retrieve(sessionId)
    expect(session).toMatchObject({
      amount_total: 99_700,
      currency: 'usd',
      client_reference_id: member.id,
      consent_collection: { terms_of_service: 'required' },
    })
    expect(session.custom_text.submit?.message).toContain('$997 for 2 months, then $1,497 until you cancel')
    expect(await site.check(member)).toMatchObject({ subscribed: false, subscription_tier: null })

    await site.pay(sessionId)
    await site.deliverAll()
    expect(await site.check(member)).toMatchObject({
      subscribed: true,
      subscription_tier: "Creator's Circle",
      status: 'active',
      ending: false,
      past_due: false,
      next_amount: 99_700,
      currency: 'usd',
      stale: false,
    })
    const [consent] = await site.billing.database.sql('select * from consents where stripe_session_id = $1', [
      sessionId,
    ])
    expect(consent).toMatchObject({
      user_id: member.id,
      terms_version: computeTermsVersion(terms),
      offer_revision: (await site.billing.offer()).revision,
      legal_revision: 'legal-1',
      intro: true,
      agreed_at: expect.any(Date),
    })
  })

  test('charges 997, 997 and 1,497 dollars', async () => {
    const member = await site.createMember()
    const [row] = await getSubscriptions(member.id)
    for (let month = 0; month < 2; month += 1) site.account.billing.advance(days(31) + 7200)
    const invoices = await site.stripe.invoices.list({ subscription: String(row?.stripe_subscription_id) })
    expect(invoices.data.map(({ total, status }) => [total, status]).reverse()).toEqual([
      [99_700, 'paid'],
      [99_700, 'paid'],
      [149_700, 'paid'],
    ])
    await site.deliverAll()
    expect(await site.check(member)).toMatchObject({ subscribed: true, next_amount: 149_700 })
  })

  test('is resumed while it is open, and closed when the offer has changed', async () => {
    const member = site.createUser()
    const first = await site.checkout({ user: member })
    expect(await site.checkout({ user: member })).toEqual(first)
    site.offer = { ...terms, regularPrice: 159_700 }
    try {
      const second = await site.checkout({ user: member })
      expect(second.sessionId).not.toBe(first.sessionId)
      expect((await site.stripe.checkout.sessions.retrieve(first.sessionId)).status).toBe('expired')
    } finally {
      site.offer = terms
    }
  })

  test('is refused to a buyer who pays an older one at the moment of its closing', async () => {
    const member = site.createUser()
    await site.checkout({ user: member })
    site.offer = { ...terms, regularPrice: 159_700 }
    payBeforeExpiry(site)
    await expect(site.checkout({ user: member })).rejects.toMatchObject({ code: 'already_subscribed' })
    expect(await site.check(member)).toMatchObject({ subscribed: true })
  })

  test('is sold although Stripe has closed an older one at that moment', async () => {
    const member = site.createUser()
    await site.checkout({ user: member })
    const { sessions } = site.billing.stripe.checkout
    const expire = sessions.expire.bind(sessions)
    vi.spyOn(sessions, 'expire').mockImplementationOnce(async (id) => {
      await expire(id)
      return expire(id)
    })
    site.offer = { ...terms, regularPrice: 159_700 }
    await expect(site.checkout({ user: member })).resolves.toBeTruthy()
  })

  test('is refused with an email that Stripe does not accept, before and after the first one', async () => {
    const user = { ...site.createUser(), email: 'no address' }
    const refusal = { status: 400, code: 'account_email_invalid' }
    await expect(site.checkout({ user })).rejects.toMatchObject(refusal)
    const changed = { ...user, email: site.createUser().email }
    await expect(site.checkout({ user: changed })).resolves.toBeTruthy()
    await expect(site.checkout({ user })).rejects.toMatchObject(refusal)
  })

  test('is refused to a page that showed another offer', async () => {
    const request = { offerVersion: 'another', acceptsRegular: false }
    const refused = createCheckout(site.billing, { user: site.createUser() }, request)
    await expect(refused).rejects.toMatchObject({ status: 409, code: 'offer_changed' })
  })

  test('has the current terms after consent to those of the refusal', async () => {
    const member = site.createUser()
    site.offer = { ...terms, introPrice: 89_700, regularPrice: 139_700 }
    const current = computeTermsVersion(site.offer)
    const old = { offerVersion: computeTermsVersion(terms), acceptsRegular: false }
    await expect(createCheckout(site.billing, { user: member }, old)).rejects.toMatchObject({
      details: {
        offer: {
          version: current,
          renewal_terms: 'You pay $897 for 2 months, then $1,397 until you cancel.',
          regular_terms: 'You pay $1,397 until you cancel.',
        },
      },
    })
    const agreed = { offerVersion: current, acceptsRegular: false }
    const { sessionId } = await createCheckout(site.billing, { user: member }, agreed)
    expect((await site.stripe.checkout.sessions.retrieve(sessionId)).amount_total).toBe(89_700)
    const { sql } = site.billing.database
    const consents = await sql('select terms_version from consents where user_id = $1', [member.id])
    expect(consents).toEqual([{ terms_version: current }])
  })

  test('is refused while Stripe has a different object under the expected id', async () => {
    await site.stripe.coupons.create({
      id: 'intro-usd-50100-2m',
      amount_off: 100,
      currency: 'usd',
      duration: 'once',
    })
    site.offer = { ...terms, regularPrice: 149_800 }
    await expect(site.checkout({ user: site.createUser() })).rejects.toMatchObject({ code: 'offer_mismatch' })
    site.offer = terms
  })

  test('a changed offer creates a new price for new members and does not change others', async () => {
    const old = await site.createMember()
    site.offer = { ...terms, introPrice: 89_700, regularPrice: 139_700 }
    const young = await site.createMember()
    site.offer = terms
    await site.deliverAll()
    expect(await site.check(old, { isRefreshRequested: true })).toMatchObject({ next_amount: 99_700 })
    expect(await site.check(young, { isRefreshRequested: true })).toMatchObject({ next_amount: 89_700 })
    const again = await site.checkout({ user: site.createUser() })
    expect((await site.stripe.checkout.sessions.retrieve(again.sessionId)).amount_total).toBe(99_700)
  })
})

describe('a published offer', () => {
  test('names the discount after the package, within Stripe’s limit', async () => {
    const getName = async (packageName: string) => {
      site.offer = { ...terms, packageName }
      await syncPublishedOffer(site.billing)
      return (await site.stripe.coupons.retrieve('intro-usd-50000-2m')).name
    }
    expect(await getName('2-Month Growth Package')).toBe('2-Month Growth Package')
    expect(await getName('n'.repeat(60))).toBe('n'.repeat(40))
  })

  test('is in Stripe before the first purchase, once for repeated webhooks', async () => {
    site.offer = { ...terms, introPrice: 80_000, regularPrice: 120_000 }
    await Promise.all([syncPublishedOffer(site.billing), syncPublishedOffer(site.billing)])
    const { data } = await site.stripe.prices.list({ lookup_keys: ['membership_monthly'] })
    expect(data).toMatchObject([{ unit_amount: 120_000, currency: 'usd', active: true }])
    expect(await site.stripe.coupons.retrieve('intro-usd-40000-2m')).toMatchObject({
      amount_off: 40_000,
      name: "Creator's Circle",
    })
    const { sessionId } = await site.checkout({ user: site.createUser() })
    const { data: items } = await site.stripe.checkout.sessions.listLineItems(sessionId)
    expect(items[0]?.price?.id).toBe(data[0]?.id)
  })

  test('changes nothing when it cannot be read, and is logged', async () => {
    const complaint = vi.spyOn(console, 'error').mockImplementation(() => {})
    const offer = () => Promise.reject(new Error('the lake is away'))
    await syncPublishedOffer({ ...site.billing, offer })
    expect(complaint).toHaveBeenCalledOnce()
    complaint.mockRestore()
  })
})

describe('a second purchase', () => {
  test('is refused to members, before and after the webhook', async () => {
    const member = site.createUser()
    const { sessionId } = await site.checkout({ user: member })
    await site.pay(sessionId)
    await expect(site.checkout({ user: member })).rejects.toMatchObject({ code: 'already_subscribed' })
    await site.deliverAll()
    await expect(site.checkout({ user: member })).rejects.toMatchObject({ code: 'already_subscribed' })
  })

  test('is impossible from two tabs at once, in two processes: both get one checkout', async () => {
    const member = site.createUser()
    const request = { offerVersion: computeTermsVersion(terms), acceptsRegular: false }
    const [one, two] = await Promise.all([
      createCheckout(site.billing, { user: member }, request),
      createCheckout(site.otherInstance(), { user: member }, request),
    ])
    expect(one.sessionId).toBe(two.sessionId)
    const customers = await site.stripe.customers.list({ email: member.email })
    expect(customers.data).toHaveLength(1)
  })

  test('is refused to a member whose renewal is past due', async () => {
    const { member } = await failing()
    site.account.billing.advance(days(31) + 7200)
    await site.deliverAll()
    expect(await site.check(member)).toMatchObject({ subscribed: true, past_due: true, status: 'past_due' })
    await expect(site.checkout({ user: member })).rejects.toMatchObject({ code: 'already_subscribed' })
  })

  test('is refused to a member whose renewal was never paid, who pays it from the portal and has access again', async () => {
    const { member, customer } = await failing()
    const { billing } = site.account
    billing.store.set('dunning_end', 'unpaid')
    billing.advance(days(31) + 7200)
    billing.advance(days(16))
    billing.store.set('dunning_end', 'cancel')
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
    const [open] = (await site.stripe.invoices.list({ customer, status: 'open' })).data
    const page = await portal.text()
    expect(page).toContain(`/invoice/${open?.id}`)
    expect(page).toContain(`href="${site.billing.siteOrigin}/account"`)
    expect((await submit(String(open?.hosted_invoice_url), buyer)).status).toBe(303)
    await site.deliverAll()
    expect(await site.check(member)).toMatchObject({ subscribed: true, past_due: false, manageable: true })
  })

  test('is refused to a member with a paused subscription, who may end it in the portal', async () => {
    const member = await site.createMember()
    const [row] = await getSubscriptions(member.id)
    await site.stripe.subscriptions.pause(String(row?.stripe_subscription_id), { type: 'subscription' })
    await site.deliverAll()
    const resting = { subscribed: false, status: 'paused', manageable: true }
    expect(await site.check(member)).toMatchObject(resting)
    await expect(site.checkout({ user: member })).rejects.toMatchObject({ code: 'already_subscribed' })
    await expect(openPortal(site.billing, member)).resolves.toMatch(/\/p\/session\//)
  })

  test('of a returning member costs the regular price, after consent', async () => {
    const member = await site.createMember()
    const [row] = await getSubscriptions(member.id)
    await site.stripe.subscriptions.cancel(String(row?.stripe_subscription_id))
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

  test('of a guest is found and refunded; the first one stays', async () => {
    const email = 'twice@example.com'
    for (const guest of ['one', 'two']) await site.pay((await site.checkout({ guest, email })).sessionId)
    await site.deliverAll()
    const customers = await site.stripe.customers.list({ email })
    expect(customers.data).toHaveLength(2)
    const subscriptions = await Promise.all(
      customers.data.map(({ id }) => site.stripe.subscriptions.list({ customer: id, status: 'all' })),
    )
    const all = subscriptions.flatMap(({ data }) => data).toSorted((a, b) => a.created - b.created)
    expect(all.map(({ status }) => status).toSorted()).toEqual(['active', 'canceled'])
    const canceled = all.find(({ status }) => status === 'canceled')
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

test('a requested checkout reports when its membership has ended', async () => {
  const member = site.createUser()
  const { sessionId } = await site.checkout({ user: member })
  await site.pay(sessionId)
  await site.deliverAll()
  const status = () => getCheckoutStatus(site.billing, sessionId, 'one address', member.id)
  expect(await status()).toMatchObject({
    state: 'complete',
    receipt: {
      paid_amount: 99_700,
      currency: 'usd',
      next_amount: 99_700,
      next_date: expect.stringMatching(/^\d{4}-\d{2}-\d{2}T/),
    },
  })
  const [row] = await getSubscriptions(member.id)
  await site.stripe.subscriptions.cancel(String(row?.stripe_subscription_id))
  expect(await status()).toMatchObject({ state: 'ended', receipt: null })
  await site.deliverAll()
  expect(await site.check(member)).toMatchObject({
    subscribed: false,
    amount_due: null,
    ended_at: expect.stringMatching(/^\d{4}-\d{2}-\d{2}T/),
  })
})

test('shows the receipt of a guest only to the browser that began the checkout', async () => {
  const guestToken = crypto.randomUUID()
  const { sessionId } = await site.checkout({ guest: 'a network', email: 'marked@example.com', guestToken })
  await site.pay(sessionId)
  await site.deliverAll()
  const status = (presented?: string) =>
    getCheckoutStatus(site.billing, sessionId, 'a network', undefined, presented)
  expect(await status(guestToken)).toMatchObject({ owner: 'guest', receipt: { paid_amount: 99_700 } })
  for (const other of [undefined, crypto.randomUUID()])
    expect(await status(other)).toMatchObject({ state: 'complete', owner: 'guest', receipt: null })
  const session = await site.stripe.checkout.sessions.retrieve(sessionId)
  expect(JSON.stringify(session)).not.toContain(guestToken)
  site.account.billing.advance(86_400)
  expect(await status(guestToken)).toMatchObject({ receipt: null })
})

test('hides the receipt of a guest whose browser stores nothing', async () => {
  const { sessionId } = await site.checkout({ guest: 'a network', email: 'unmarked@example.com' })
  await site.pay(sessionId)
  for (const guestToken of [undefined, '', crypto.randomUUID()])
    expect(
      await getCheckoutStatus(site.billing, sessionId, 'a network', undefined, guestToken),
    ).toMatchObject({
      receipt: null,
    })
})

describe('limits', () => {
  const email = 'limits@example.com'
  test('of all guests count created checkouts, and no failed ones', async () => {
    const { sql } = site.billing.database
    const counted = async () =>
      (await sql<{ count: number }>(`select count from rate_limits where key like 'checkout-guests:%'`)).map(
        ({ count }) => count,
      )
    await sql('delete from rate_limits')
    const old = { offerVersion: 'another', acceptsRegular: false }
    for (const guest of ['a', 'b'])
      await expect(createCheckout(site.billing, { guest, email }, old)).rejects.toThrow('offer_changed')
    expect(await counted()).toEqual([])
    site.account.faults.set({ vendor: 'stripe', status: 500 })
    await expect(site.checkout({ guest: 'c', email })).rejects.toThrow()
    site.account.faults.clear()
    expect((await counted()).every((count) => count === 0)).toBe(true)
    await site.checkout({ guest: 'd', email })
    expect(await counted()).toContain(1)
  })

  test('hold across processes', async () => {
    const request = { offerVersion: computeTermsVersion(terms), acceptsRegular: false }
    const instances = [site.billing, site.otherInstance()]
    const tries = Array.from({ length: 12 }, (_, index) =>
      createCheckout(instances[index % 2] ?? site.billing, { guest: 'eager', email }, request).then(
        () => 'sold',
        (error: unknown) => (error instanceof Error ? error.message : ''),
      ),
    )
    const results = await Promise.all(tries)
    expect(results.filter((result) => result === 'sold')).toHaveLength(10)
    expect(results.filter((result) => result === 'too_many_requests')).toHaveLength(2)
  })

  test('are counted for each member, for the portal, and for all guests together', async () => {
    const member = await site.createMember()
    const { sql } = site.billing.database
    const other = site.otherInstance()
    await site.fillRateLimit('portal', member.id, 29)
    await expect(openPortal(site.billing, member)).resolves.toMatch(/\/p\/session\//)
    await expect(openPortal(other, member)).rejects.toMatchObject({ status: 429, code: 'too_many_requests' })
    const { sessionId } = await site.checkout({ guest: 'asking', email })
    const statusFor = (userId?: string) => getCheckoutStatus(site.billing, sessionId, 'one address', userId)
    await site.fillRateLimit('checkout-status', member.id, 119)
    await expect(statusFor(member.id)).resolves.toMatchObject({ state: 'open' })
    await expect(statusFor(member.id)).rejects.toMatchObject({ code: 'too_many_requests' })
    await expect(statusFor()).resolves.toMatchObject({ state: 'open' })
    await site.fillRateLimit('checkout-user', member.id, 19)
    await expect(site.checkout({ user: member })).rejects.toMatchObject({ code: 'already_subscribed' })
    await expect(site.checkout({ user: member })).rejects.toMatchObject({ code: 'too_many_requests' })
    await site.fillRateLimit('checkout-guests', 'all', 299)
    await expect(site.checkout({ guest: 'last', email })).resolves.toMatchObject({ url: expect.any(String) })
    await expect(site.checkout({ guest: 'late', email })).rejects.toMatchObject({ code: 'guests_paused' })
    await expect(site.checkout({ user: site.createUser() })).resolves.toMatchObject({
      url: expect.any(String),
    })
    await sql('delete from rate_limits')
  })
})

test('a checkout stays open for an hour', async () => {
  const { sessionId } = await site.checkout({ user: site.createUser() })
  const { created, expires_at } = await site.stripe.checkout.sessions.retrieve(sessionId)
  expect(Math.abs(expires_at - created - 3600)).toBeLessThan(60)
})
