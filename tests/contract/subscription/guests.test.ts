import { buyerFields, submitForm } from 'local-cloud/testing/stripeAccount'
import Stripe from 'stripe'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { User } from '@/lib/auth/server/requireUser'
import { rateLimitKey } from '@/lib/database/rateLimit'
import { endMembershipFor } from '@/lib/membership/deleteAccount'
import { reconcile } from '@/lib/membership/reconcile'
import { buyAsGuest } from './guestSite.ts'
import { monthSeconds, SITE, setCard, setUpSite } from './support.ts'

const site = await setUpSite()

let signInMails: { email: string; next: string }[]
beforeEach(() => {
  signInMails = []
  site.billing.mailSignInLink = async (email, next) => void signInMails.push({ email, next })
})

/** Buys a membership with an account. Returns the subscription's id. */
async function buyWithAccount(email: string, user: User = { ...site.createUser(), email }): Promise<string> {
  const { sessionId } = await site.checkout({ user })
  await site.pay(sessionId)
  await site.deliverAll()
  return String((await site.stripe.checkout.sessions.retrieve(sessionId)).subscription)
}

/** Pays with Klarna, which decides later. Returns the id of the session. */
async function payLater(email: string): Promise<string> {
  const { url, sessionId } = await site.checkout({ network: 'a bank', email })
  await submitForm(String(url), { ...buyerFields, method: 'klarna', terms: 'yes' })
  await submitForm(`${url}/confirm`, { answer: 'later' })
  await site.deliverAll()
  return sessionId
}

describe('a guest', () => {
  const findCustomers = (email: string) =>
    site.billing.database.sql('select from customers where email = $1', [email])
  const getSession = async (checkout: Promise<{ sessionId: string }>) =>
    site.stripe.checkout.sessions.retrieve((await checkout).sessionId)

  test('pays with the entered email, which Checkout shows read-only', async () => {
    const email = 'guest.pays@example.com'
    const session = await getSession(site.checkout({ network: 'a network', email }))
    expect(session.client_reference_id).toBeNull()
    const page = await (await fetch(String(session.url))).text()
    expect(page).toMatch(new RegExp(`value="${email}"[^>]* readonly`))
    await site.pay(session.id, { email: 'another@example.com' })
    await site.deliverAll()
    const customer = await site.stripe.customers.retrieve(String(session.customer))
    expect(customer).toMatchObject({ email, name: buyerFields.name, address: { country: 'US' } })
    const { sql } = site.billing.database
    const [consent] = await sql('select * from consents where stripe_session_id = $1', [session.id])
    expect(consent).toMatchObject({ stripe_customer_id: customer.id, user_id: null, intro: true })
  })

  test.each([
    ['a guest’s live membership', async (email: string) => void (await buyAsGuest({ site }, email))],
    ['a user’s live membership', async (email: string) => void (await buyWithAccount(email))],
    [
      'an ended membership',
      async (email: string) => {
        await site.stripe.subscriptions.cancel(await buyWithAccount(email))
        await site.deliverAll()
      },
    ],
    [
      'a deleted account’s membership',
      async (email: string) => {
        const user = { ...site.createUser(), email }
        await buyWithAccount(email, user)
        await endMembershipFor(user, site.billing)
      },
    ],
    ['a payment that the bank still processes', async (email: string) => void (await payLater(email))],
    [
      'a membership in arrears',
      async (email: string) => {
        const subscription = await buyWithAccount(email)
        await setCard(site, subscription)
        await site.advance(monthSeconds)
      },
    ],
  ])('has to sign in, by an emailed link, with the email of %s', async (_, buy) => {
    const email = `known.${Math.random().toString(36).slice(2)}@example.com`
    await buy(email)
    const countCustomers = async () => (await site.stripe.customers.list({ email })).data.length
    const countBefore = await countCustomers()
    for (const acceptsRegular of [false, true]) {
      const guest = { network: `again ${acceptsRegular}`, email: email.toUpperCase() }
      await expect(site.checkout(guest, { acceptsRegular })).rejects.toMatchObject({
        status: 409,
        code: 'sign_in_required',
      })
    }
    expect(await countCustomers()).toBe(countBefore)
    await vi.waitFor(() => expect(signInMails).toHaveLength(1))
    expect(signInMails).toEqual([
      { email: email.toUpperCase(), next: `${SITE}/services?password=later#offer` },
    ])
  })

  test('is emailed another sign-in link when the email failed', async () => {
    const email = 'mail.fails@example.com'
    await buyAsGuest({ site }, email)
    const refusal = { code: 'sign_in_required' }
    vi.spyOn(site.billing, 'mailSignInLink').mockRejectedValueOnce(new Error('away'))
    await expect(site.checkout({ network: 'again', email })).rejects.toMatchObject(refusal)
    await vi.waitFor(async () => {
      const counts = await site.billing.database.sql('select count from rate_limits where key = $1', [
        rateLimitKey('checkout-sign-in-mail', site.billing.hashIdentity(email)),
      ])
      expect(counts).toEqual([{ count: 0 }])
    })
    await expect(site.checkout({ network: 'again', email })).rejects.toMatchObject(refusal)
    await vi.waitFor(() => expect(signInMails).toHaveLength(1))
  })

  test('can buy again after a first payment that never succeeded', async () => {
    const email = 'bank.refuses@example.com'
    const settle = await payLater(email)
    expect(await site.account.control({ settle, succeeds: false })).toBe(200)
    await site.deliverAll()
    await expect(site.checkout({ network: 'again', email })).resolves.toBeTruthy()
  })

  test('who pays closes all other open checkouts of the email', async () => {
    const user = site.createUser()
    const guest = { network: 'tab', email: user.email }
    const paidSession = await getSession(site.checkout(guest))
    const otherCheckouts = [
      site.checkout({ ...guest, email: user.email.toUpperCase() }),
      site.checkout({ user }),
    ]
    const otherSessions = await Promise.all(otherCheckouts.map(getSession))
    // Another person may have entered the email.
    expect(otherSessions[0]?.customer).not.toBe(paidSession.customer)
    const strangerSession = await getSession(site.checkout({ network: 'tab', email: `not.${user.email}` }))
    const getStatus = async ({ id }: Stripe.Checkout.Session) =>
      (await site.stripe.checkout.sessions.retrieve(id)).status
    await site.pay(paidSession.id)
    expect(await Promise.all(otherSessions.map(getStatus))).toEqual(['open', 'open'])
    await site.deliverAll()
    expect(await Promise.all(otherSessions.map(getStatus))).toEqual(['expired', 'expired'])
    expect(await getStatus(strangerSession)).toBe('open')
  })

  test('who never pays is not in the mirror, and the reconciliation deletes the lease', async () => {
    const email = 'never.pays@example.com'
    const { id, customer } = await getSession(site.checkout({ network: 'visitor', email }))
    await site.stripe.checkout.sessions.expire(id)
    await site.deliverAll()
    const { sql } = site.billing.database
    const leaseKey = `customer:${customer}`
    expect(await findCustomers(email)).toEqual([])
    expect(await sql('select from leases where key = $1', [leaseKey])).toHaveLength(1)
    await sql(`update leases set expires_at = now() - interval '3 days'`)
    const member = await site.createMember()
    const selectMemberLease =
      'select from leases join customers on key = $1 || stripe_customer_id where user_id = $2'
    await sql(`update leases set expires_at = now() - interval '3 days'`)
    await reconcile(site.billing)
    expect(await sql('select from leases where key = $1', [leaseKey])).toEqual([])
    expect(await sql(selectMemberLease, ['customer:', member.id])).toHaveLength(1)
  })

  test('gets email_invalid for an email that Stripe refuses', async () => {
    vi.spyOn(site.billing.stripe.customers, 'create').mockRejectedValueOnce(
      new Stripe.errors.StripeInvalidRequestError({ type: 'invalid_request_error', code: 'email_invalid' }),
    )
    const checkout = site.checkout({ network: 'mistaken', email: 'q@example.com' })
    await expect(checkout).rejects.toMatchObject({ status: 400, code: 'email_invalid' })
  })

  test('is rate limited by email across all networks', async () => {
    const email = 'rate.limited@example.com'
    await site.fillRateLimit('checkout-address', site.billing.hashIdentity(email), 19)
    await expect(site.checkout({ network: 'one network', email: email.toUpperCase() })).resolves.toBeTruthy()
    const refused = site.checkout({ network: 'another network', email })
    await expect(refused).rejects.toMatchObject({ status: 429, code: 'too_many_requests' })
    const otherGuest = { network: 'another network', email: 'another.guest@example.com' }
    await expect(site.checkout(otherGuest)).resolves.toBeTruthy()
  })
})
