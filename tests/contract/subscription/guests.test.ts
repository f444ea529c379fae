import { buyerFields } from 'local-cloud/testing/stripeAccount'
import type Stripe from 'stripe'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { User } from '@/lib/auth/server/requireUser'
import { endMembershipFor } from '@/lib/membership/deleteAccount'
import { reconcile } from '@/lib/membership/reconcile'
import { createPrice, expectRefusal, failRenewal, payLater, SITE, setUpSite, subscribe } from './support.ts'

const site = await setUpSite()

/** Work that continues after the response. */
const afterResponse: Promise<unknown>[] = []
vi.mock('next/server', () => ({ after: (work: Promise<unknown>) => afterResponse.push(work) }))

let signInMails: { email: string; next: string }[]
beforeEach(() => {
  signInMails = []
  site.billing.mailSignInLink = async (email, next) => void signInMails.push({ email, next })
})

/** Buys with a Klarna payment that is still processing. Returns the id of the session. */
async function buyLater(email: string): Promise<string> {
  const { sessionId } = await site.checkout({ network: 'a bank', email })
  await payLater(site, sessionId)
  await site.deliverAll()
  return sessionId
}

describe('a guest', () => {
  const getSession = async (checkout: Promise<{ sessionId: string }>) =>
    site.stripe.checkout.sessions.retrieve((await checkout).sessionId)

  test('pays with the entered email, which is read-only in Checkout', async () => {
    const email = 'guest.pays@example.com'
    const session = await getSession(site.checkout({ network: 'a network', email }))
    expect(session.client_reference_id).toBeNull()
    const page = await (await fetch(String(session.url))).text()
    expect(page).toMatch(new RegExp(`value="${email}"[^>]* readonly`))
    await site.pay(session.id, { email: 'another@example.com' })
    await site.deliverAll()
    const customer = await site.stripe.customers.retrieve(String(session.customer))
    expect(customer).toMatchObject({ email, name: buyerFields.name, address: { country: 'US' } })
    const [consent] = await site.sql('select * from consents where stripe_session_id = $1', [session.id])
    expect(consent).toMatchObject({ stripe_customer_id: customer.id, user_id: null, intro: true })
  })

  test.each<[string, (user: User) => Promise<unknown>, target?: string]>([
    ['a guest’s live membership', ({ email }) => site.buy({ network: email, email })],
    ['a user’s live membership', (user) => site.buy({ user })],
    [
      'an ended membership',
      async (user) => {
        await site.stripe.subscriptions.cancel((await site.buy({ user })).subscription)
        await site.deliverAll()
      },
      '/services?password=later#offer',
    ],
    [
      'a deleted account’s membership',
      async (user) => {
        await site.buy({ user })
        expect(await endMembershipFor(user, site.billing)).toBe(true)
      },
      '/services?password=later#offer',
    ],
    [
      'an ended complimentary membership',
      async ({ email }) => {
        const { id: customer } = await site.stripe.customers.create({ email })
        const { id } = await subscribe(site, customer, await createPrice(site, 0))
        await site.stripe.subscriptions.cancel(id)
        await site.deliverAll()
      },
      '/services?password=later#offer',
    ],
    ['a payment that the bank is still processing', ({ email }) => buyLater(email)],
    ['a membership in arrears', async (user) => failRenewal(site, (await site.buy({ user })).subscription)],
  ])(
    'who enters the email used for %s has to sign in with an emailed link',
    async (_, buy, target = '/account?password=later') => {
      const user = site.createUser()
      const { email } = user
      await buy(user)
      const countCustomers = async () => (await site.stripe.customers.list({ email })).data.length
      const countBefore = await countCustomers()
      for (const acceptsRegular of [false, true]) {
        const guest = { network: `again ${acceptsRegular}`, email: email.toUpperCase() }
        await expectRefusal(site.checkout(guest, { acceptsRegular }), '409 sign_in_required')
      }
      expect(await countCustomers()).toBe(countBefore)
      await Promise.all(afterResponse)
      // There is one email, unless a new minute began between the attempts.
      const mail = { email: email.toUpperCase(), next: SITE + target }
      expect(signInMails).toEqual(signInMails.length > 1 ? [mail, mail] : [mail])
    },
  )

  test.each([
    ['again within a minute', 'checkout-sign-in-mail', 1, 60],
    ['for the fifth time in a quarter of an hour', 'checkout-sign-in-mails', 4, 900],
  ])('gets no emailed link %s', async (_, limit, count, seconds) => {
    const { email } = await site.createMember()
    await site.fillRateLimit(limit, site.billing.hashIdentity(email), count, seconds)
    await expectRefusal(site.checkout({ network: 'again', email }), '409 sign_in_required')
    await Promise.all(afterResponse)
    expect(signInMails).toEqual([])
  })

  test('gets another sign-in link when the first email failed', async () => {
    const email = 'mail.fails@example.com'
    await site.buy({ network: 'first', email })
    const checkOutAgain = () =>
      expectRefusal(site.checkout({ network: 'again', email }), '409 sign_in_required')
    vi.spyOn(site.billing, 'mailSignInLink').mockRejectedValueOnce(new Error('away'))
    await checkOutAgain()
    await Promise.all(afterResponse)
    await checkOutAgain()
    await Promise.all(afterResponse)
    expect(signInMails).toHaveLength(1)
  })

  test('can buy again after a first payment that never succeeded', async () => {
    const email = 'bank.refuses@example.com'
    const settle = await buyLater(email)
    expect(await site.account.control({ settle, succeeds: false })).toBe(200)
    await site.deliverAll()
    await expect(site.checkout({ network: 'again', email })).resolves.toBeTruthy()
  })

  test('who pays causes all other open checkouts with the same email to expire', async () => {
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

  test('who never pays is not added to the mirror, and the reconciliation deletes the lease', async () => {
    const email = 'never.pays@example.com'
    const { id, customer } = await getSession(site.checkout({ network: 'visitor', email }))
    await site.stripe.checkout.sessions.expire(id)
    await site.deliverAll()
    expect(await site.sql('select from customers where email = $1', [email])).toEqual([])
    const readLease = () => site.sql('select from leases where key = $1', [`customer:${customer}`])
    expect(await readLease()).toHaveLength(1)
    await site.sql(`update leases set expires_at = now() - interval '3 days'`)
    await reconcile(site.billing)
    expect(await readLease()).toEqual([])
  })

  test('gets email_invalid for an email that Stripe refuses', () =>
    expectRefusal(site.checkout({ network: 'mistaken', email: 'not an email' }), '400 email_invalid'))

  test('is rate limited by email across all networks', async () => {
    const email = 'rate.limited@example.com'
    await site.fillRateLimit('checkout-address', site.billing.hashIdentity(email), 19)
    await expect(site.checkout({ network: 'one network', email: email.toUpperCase() })).resolves.toBeTruthy()
    await expectRefusal(site.checkout({ network: 'another network', email }), '429 too_many_requests')
    const otherGuest = { network: 'another network', email: 'another.guest@example.com' }
    await expect(site.checkout(otherGuest)).resolves.toBeTruthy()
  })
})
