import Stripe from 'stripe'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { syncPublishedOffer } from '@/lib/membership/offer/catalog'
import { computeTermsVersion } from '@/lib/membership/offer/termsVersion'
import { expectRefusal, monthSeconds, payBeforeExpiry, SITE, setUpSite, terms } from './support.ts'

const site = await setUpSite()
beforeEach(() => {
  site.offer = terms
})

describe('a checkout', () => {
  test('charges the introductory price in the terms, and creates a member after payment', async () => {
    const member = site.createUser()
    const renewal = 'You pay $997 for 2 months, then $1,497 until you cancel.'
    const { url, sessionId } = await site.checkout({ user: member })
    expect(url).toMatch(/^http:\/\/localhost:\d+\/c\/pay\/cs_/)
    const session = await site.stripe.checkout.sessions.retrieve(sessionId)
    expect(session).toMatchObject({
      amount_total: 99_700,
      currency: 'usd',
      client_reference_id: site.billing.hashIdentity(member.id),
      consent_collection: { terms_of_service: 'required' },
      custom_text: {
        submit: { message: renewal },
        terms_of_service_acceptance: {
          message: `I agree to the [Terms of Service](${SITE}/terms). ${renewal}`,
        },
      },
      // The site turns off these defaults of new Stripe accounts.
      adaptive_pricing: { enabled: false },
      automatic_tax: { enabled: false },
      managed_payments: { enabled: false },
    })
    expect(JSON.stringify(session)).not.toContain(member.id)
    expect(Math.abs(session.expires_at - session.created - 3600)).toBeLessThan(60)
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
    const [consent] = await site.sql('select * from consents where stripe_session_id = $1', [sessionId])
    expect(consent).toMatchObject({
      user_id: member.id,
      terms,
      offer_revision: (await site.billing.offer()).revision,
      legal_revision: 'legal-1',
      intro: true,
      agreed_at: expect.any(Date),
    })
  })

  test('charges $997, $997 and $1,497 in the first three months, as the status announced', async () => {
    const { subscription, ...member } = await site.createMember()
    const announced: unknown[] = []
    for (let month = 0; month < 3; month += 1) {
      if (month > 0) await site.advance(monthSeconds)
      const { next_amount, regular_amount, regular_from, subscription_end } = await site.check(member)
      announced.push([next_amount, regular_amount])
      expect(regular_from === null || regular_from > String(subscription_end)).toBe(true)
    }
    expect(announced).toEqual([
      [99_700, 149_700],
      [149_700, null],
      [149_700, null],
    ])
    const invoices = await site.stripe.invoices.list({ subscription })
    expect(invoices.data.map(({ total, status }) => [total, status]).reverse()).toEqual([
      [99_700, 'paid'],
      [99_700, 'paid'],
      [149_700, 'paid'],
    ])
  })

  test.each(['offer', 'terms of service'])(
    'is resumed while it is open; after a change to the %s, the next checkout closes it',
    async (changed) => {
      const member = site.createUser()
      const firstCheckout = await site.checkout({ user: member })
      expect(await site.checkout({ user: member })).toEqual(firstCheckout)
      const published = await site.billing.offer()
      if (changed === 'offer') site.offer = { ...terms, regularPrice: 159_700 }
      else vi.spyOn(site.billing, 'offer').mockResolvedValueOnce({ ...published, legalRevision: 'legal-2' })
      const secondCheckout = await site.checkout({ user: member })
      expect(secondCheckout.sessionId).not.toBe(firstCheckout.sessionId)
      expect((await site.stripe.checkout.sessions.retrieve(firstCheckout.sessionId)).status).toBe('expired')
    },
  )

  test('is refused if the buyer pays an older one just before the site closes it', async () => {
    const member = site.createUser()
    await site.checkout({ user: member })
    site.offer = { ...terms, regularPrice: 159_700 }
    payBeforeExpiry(site)
    await expect(site.checkout({ user: member })).rejects.toMatchObject({ code: 'already_subscribed' })
    expect(await site.check(member)).toMatchObject({ subscribed: true })
  })

  test('is created even if an older one expires just before the site closes it', async () => {
    const member = site.createUser()
    await site.checkout({ user: member })
    const { sessions } = site.billing.stripe.checkout
    vi.spyOn(sessions, 'expire').mockImplementationOnce(async (id) => {
      await sessions.expire(id)
      return sessions.expire(id)
    })
    site.offer = { ...terms, regularPrice: 159_700 }
    await expect(site.checkout({ user: member })).resolves.toBeTruthy()
  })

  test('is refused if Stripe does not accept the email, even after a checkout with a valid email', async () => {
    const user = { ...site.createUser(), email: 'not an email' }
    const refusal = { status: 400, code: 'account_email_invalid' }
    await expect(site.checkout({ user })).rejects.toMatchObject(refusal)
    const correctedUser = { ...user, email: site.createUser().email }
    await expect(site.checkout({ user: correctedUser })).resolves.toBeTruthy()
    await expect(site.checkout({ user })).rejects.toMatchObject(refusal)
  })

  test('uses the current terms once the buyer accepts those in the refusal', async () => {
    const member = site.createUser()
    site.offer = { ...terms, introPrice: 89_700, regularPrice: 139_700 }
    const outdatedRequest = { offerVersion: computeTermsVersion(terms) }
    await expect(site.checkout({ user: member }, outdatedRequest)).rejects.toMatchObject({
      status: 409,
      code: 'offer_changed',
      details: {
        offer: {
          version: computeTermsVersion(site.offer),
          renewal_terms: 'You pay $897 for 2 months, then $1,397 until you cancel.',
          regular_terms: 'You pay $1,397 until you cancel.',
        },
      },
    })
    const { sessionId } = await site.checkout({ user: member })
    expect((await site.stripe.checkout.sessions.retrieve(sessionId)).amount_total).toBe(89_700)
    const consents = await site.sql('select terms from consents where user_id = $1', [member.id])
    expect(consents).toEqual([{ terms: site.offer }])
  })

  test('is refused while Stripe has a different coupon under the expected id', async () => {
    await site.stripe.coupons.create({
      id: 'intro-usd-50100-2m',
      amount_off: 100,
      currency: 'usd',
      duration: 'repeating',
      duration_in_months: 2,
    })
    site.offer = { ...terms, regularPrice: 149_800 }
    await expect(site.checkout({ user: site.createUser() })).rejects.toMatchObject({ code: 'offer_mismatch' })
  })

  test('has the new price after the offer changes, while earlier members retain their price', async () => {
    const earlierMember = await site.createMember()
    site.offer = { ...terms, introPrice: 89_700, regularPrice: 139_700 }
    const newMember = await site.createMember()
    site.offer = terms
    await site.deliverAll()
    expect(await site.check(earlierMember, { isRefreshRequested: true })).toMatchObject({
      next_amount: 99_700,
    })
    expect(await site.check(newMember, { isRefreshRequested: true })).toMatchObject({ next_amount: 89_700 })
    const { sessionId } = await site.checkout({ user: site.createUser() })
    expect((await site.stripe.checkout.sessions.retrieve(sessionId)).amount_total).toBe(99_700)
  })

  test('asks how the buyer heard of the studio, and stores the source of the visit', async () => {
    const email = 'campaign@example.com'
    const visitSource = { utm_source: 'podcast', referrer_host: 'search.example' }
    const { sessionId } = await site.checkout({ network: 'any', email }, { visitSource })
    await site.pay(sessionId, { heardOfUs: 'A friend' })
    const session = await site.stripe.checkout.sessions.retrieve(sessionId, { expand: ['subscription'] })
    expect(session.custom_fields).toMatchObject([{ optional: true, text: { value: 'A friend' } }])
    expect(session).toMatchObject({ metadata: visitSource, subscription: { metadata: visitSource } })
  })

  test('uses Stripe’s default consent text if the terms are too long for Stripe', async () => {
    site.offer = { ...terms, renewalTerms: `{introPrice} {months} {regularPrice} ${'x'.repeat(1180)}` }
    const { sessionId } = await site.checkout({ user: site.createUser() })
    const { custom_text } = await site.stripe.checkout.sessions.retrieve(sessionId)
    expect(custom_text.terms_of_service_acceptance).toBeNull()
  })

  test('omits a question that is too long for Stripe', async () => {
    const published = await site.billing.offer()
    vi.spyOn(site.billing, 'offer').mockResolvedValueOnce({ ...published, sourceQuestion: 'x'.repeat(51) })
    const { sessionId } = await site.checkout({ user: site.createUser() })
    expect((await site.stripe.checkout.sessions.retrieve(sessionId)).custom_fields).toEqual([])
  })

  test('that Stripe refuses is reported to the studio once, and another attempt succeeds', async () => {
    const user = site.createUser()
    const { sessions } = site.billing.stripe.checkout
    const create = sessions.create.bind(sessions)
    const reason = 'No valid payment method types for this Checkout Session.'
    const refuse = async () => {
      throw new Stripe.errors.StripeInvalidRequestError({ type: 'invalid_request_error', message: reason })
    }
    const creation = vi.spyOn(sessions, 'create').mockImplementation(refuse)
    for (let attempt = 0; attempt < 2; attempt += 1)
      await expectRefusal(site.checkout({ user }), '503 checkout_refused')
    expect(await site.sql('select text from alerts')).toEqual([{ text: expect.stringContaining(reason) }])
    creation.mockImplementation(create)
    await expect(site.checkout({ user })).resolves.toBeTruthy()
  })
})

describe('a published offer', () => {
  test('gives the coupon the packageName in the offer’s terms, truncated to Stripe’s limit', async () => {
    const publishAndReadCouponName = async (packageName: string) => {
      site.offer = { ...terms, packageName }
      await syncPublishedOffer(site.billing)
      return (await site.stripe.coupons.retrieve('intro-usd-50000-2m')).name
    }
    expect(await publishAndReadCouponName('2-Month Growth Package')).toBe('2-Month Growth Package')
    expect(await publishAndReadCouponName('n'.repeat(60))).toBe('n'.repeat(40))
  })

  test('is in Stripe before the first purchase, even after concurrent webhooks', async () => {
    site.offer = { ...terms, introPrice: 80_000, regularPrice: 120_000 }
    await Promise.all([syncPublishedOffer(site.billing), syncPublishedOffer(site.billing)])
    const [price] = (await site.stripe.prices.list({ limit: 1 })).data
    expect(price).toMatchObject({ unit_amount: 120_000, currency: 'usd', active: true })
    expect(await site.stripe.coupons.retrieve('intro-usd-40000-2m')).toMatchObject({
      amount_off: 40_000,
      name: "Creator's Circle",
    })
    const { sessionId } = await site.checkout({ user: site.createUser() })
    const { data: items } = await site.stripe.checkout.sessions.listLineItems(sessionId)
    expect(items[0]?.price?.id).toBe(price?.id)
  })
})
