import { buyerFields } from 'local-cloud/testing/stripeAccount'
import Stripe from 'stripe'
import { describe, expect, test, vi } from 'vitest'
import { processCustomer } from '@/lib/membership/processCustomer'
import { reconcile } from '@/lib/membership/reconcile'
import { payBeforeExpiry, type Site, setUpSite } from './support.ts'

let site: Site
setUpSite((started) => {
  site = started
})

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
    const [claim] = await sql('select email from claims where stripe_customer_id = $1', [customer.id])
    expect(claim).toEqual({ email })
    const [consent] = await sql('select * from consents where stripe_session_id = $1', [session.id])
    expect(consent).toMatchObject({ stripe_customer_id: customer.id, user_id: null, intro: true })
  })

  test.each([
    ['as a guest', async (email: string) => site.checkout({ network: 'first', email })],
    ['with an account', async (email: string) => site.checkout({ user: { ...site.createUser(), email } })],
  ])(
    'who has used the introductory price %s pays the regular price, after consent',
    async (purchase, startCheckout) => {
      const email = `intro.${purchase.length}@example.com`
      const { id, amount_total } = await getSession(startCheckout(email))
      expect(amount_total).toBe(99_700)
      await site.pay(id)
      await site.deliverAll()
      const { subscription } = await site.stripe.checkout.sessions.retrieve(id)
      await site.stripe.subscriptions.cancel(String(subscription))
      await site.deliverAll()

      const returningGuest = { network: 'again', email: email.toUpperCase() }
      await expect(site.checkout(returningGuest)).rejects.toMatchObject({ status: 409, code: 'intro_used' })
      const session = await getSession(site.checkout(returningGuest, { acceptsRegular: true }))
      expect(session.amount_total).toBe(149_700)
      expect(session.custom_text.submit?.message).toBe('You pay $1,497 until you cancel.')
      const { data } = await site.stripe.customers.list({ email })
      expect(data, 'no customer is created before the consent').toHaveLength(2)
    },
  )

  test('gets the introductory price once: the first payment expires other open checkouts of the email at that price', async () => {
    const user = site.createUser()
    const guest = { network: 'tab', email: user.email }
    const paidSession = await getSession(site.checkout(guest))
    const otherCheckouts = [
      site.checkout({ ...guest, email: user.email.toUpperCase() }),
      site.checkout({ user }),
    ]
    const otherSessions = await Promise.all(otherCheckouts.map(getSession))
    const strangerSession = await getSession(site.checkout({ network: 'tab', email: `not.${user.email}` }))
    const getStatus = async ({ id }: Stripe.Checkout.Session) =>
      (await site.stripe.checkout.sessions.retrieve(id)).status
    await site.pay(paidSession.id)
    expect(await Promise.all(otherSessions.map(getStatus))).toEqual(['open', 'open'])
    await site.deliverAll()
    expect(await Promise.all(otherSessions.map(getStatus))).toEqual(['expired', 'expired'])
    expect(await getStatus(strangerSession)).toBe('open')
    const regularPriceSession = await getSession(site.checkout(guest, { acceptsRegular: true }))
    await site.deliverAll()
    await processCustomer(site.billing, String(paidSession.customer))
    expect(await getStatus(regularPriceSession)).toBe('open')
  })

  test('who pays twice at once retains the first membership and gets a refund of the second', async () => {
    const email = 'two.tabs@example.com'
    const sessions = await Promise.all(
      [1, 2].map(() => getSession(site.checkout({ network: 'tabs', email }))),
    )
    await site.pay(String(sessions[0]?.id))
    site.account.billing.advance(1)
    payBeforeExpiry(site)
    await site.deliverAll()
    await site.deliverAll()
    const customers = sessions.map(({ customer }) => String(customer))
    const getOutcome = async (customer: string) => ({
      status: (await site.stripe.subscriptions.list({ customer, status: 'all' })).data.map(
        ({ status }) => status,
      ),
      refunded: (await site.stripe.charges.list({ customer })).data.map(
        ({ amount_refunded }) => amount_refunded,
      ),
    })
    expect(await Promise.all(customers.map(getOutcome))).toEqual([
      { status: ['active'], refunded: [0] },
      { status: ['canceled'], refunded: [99_700] },
    ])
  })

  test('gets another checkout than a second guest who enters the same email', async () => {
    const email = 'known.to.many@example.com'
    const ownerSession = await getSession(site.checkout({ network: 'owner', email }))
    const strangerSession = await getSession(site.checkout({ network: 'stranger', email }))
    expect(strangerSession.id).not.toBe(ownerSession.id)
    expect(strangerSession.customer).not.toBe(ownerSession.customer)
    expect(ownerSession.status).toBe('open')
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
    const errorLog = vi.spyOn(console, 'error').mockImplementation(() => {})
    await reconcile(site.billing)
    errorLog.mockRestore()
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

  test('cannot check out after five refunded second memberships in a day, each of which expires open checkouts', async () => {
    const { email } = await site.createMember()
    const startAnother = (network: string) =>
      getSession(site.checkout({ network, email }, { acceptsRegular: true }))
    for (let count = 0; count < 5; count += 1) {
      const [paidSession, openSession] = [
        await startAnother(`network ${count}`),
        await startAnother(`network ${count}`),
      ]
      await site.pay(paidSession.id)
      await site.deliverAll()
      await site.deliverAll()
      const { subscription } = await site.stripe.checkout.sessions.retrieve(paidSession.id)
      expect(await site.stripe.subscriptions.retrieve(String(subscription))).toMatchObject({
        status: 'canceled',
      })
      expect((await site.stripe.checkout.sessions.retrieve(openSession.id)).status).toBe('expired')
    }
    const refusal = { status: 429, code: 'too_many_requests' }
    await expect(site.checkout({ network: 'another network', email })).rejects.toMatchObject(refusal)
    await expect(
      site.checkout({ network: 'another network', email }, { acceptsRegular: true }),
    ).rejects.toMatchObject(refusal)
    await site.billing.database.sql(`update refunds set created_at = created_at - interval '1 day'`)
    await expect(
      site.checkout({ network: 'another network', email }, { acceptsRegular: true }),
    ).resolves.toBeTruthy()
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
