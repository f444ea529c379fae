import { describe, expect, test, vi } from 'vitest'
import type { User } from '@/lib/auth/server/requireUser'
import { endMembershipFor } from '@/lib/membership/deleteAccount'
import { mailAccountDeleted } from '@/lib/membership/mail/accountDeleted'
import { sendMails } from '@/lib/membership/mail/dueMails'
import { listMemberships } from '@/lib/membership/mirror/stripeState'
import { reconcile } from '@/lib/membership/reconcile'
import { filterLiveSubscriptions } from '../../support/ledger.ts'
import { recordMails } from './mails.ts'
import { dumpTables, expectRefusal, payBeforeExpiry, setUpSite } from './support.ts'

const site = await setUpSite()
const { takeMailsTo, createWelcomedMember } = recordMails(site)

/** Lists the database tables that contain any of the given strings. */
const listTablesContaining = async (...texts: string[]): Promise<string[]> =>
  [...(await dumpTables(site))].flatMap(([name, rows]) =>
    texts.some((text) => rows.includes(text)) ? [name] : [],
  )

/** Lists the statuses of a customer's subscriptions, newest first. */
const listStatuses = async (customer: string) =>
  (await site.stripe.subscriptions.list({ customer, status: 'all' })).data.map(({ status }) => status)

test('no row in any table identifies a person whose account was deleted', async () => {
  const { customer, ...member } = await site.createMember()
  expect(await listTablesContaining(member.email)).toContain('customers')
  expect(await listTablesContaining(member.id)).toEqual(
    expect.arrayContaining(['consents', 'customers', 'subscriptions']),
  )
  await site.sql('insert into sync_queue (stripe_customer_id, last_error) values ($1, $2)', [
    customer,
    `${member.email} is not an email`,
  ])
  await endMembershipFor(member, site.billing)
  expect(await listTablesContaining(member.email, member.id)).toEqual([])
  expect(await site.stripe.customers.retrieve(customer)).toMatchObject({ metadata: {} })

  // Stripe still stores the email, and includes it in later events.
  await site.stripe.customers.update(customer, { description: 'changed by staff' })
  await site.deliverAll()
  expect(await listTablesContaining(member.email)).toEqual([])
})

test('a repeated deletion after a failed one is emailed as a member’s', async () => {
  const member = await createWelcomedMember()
  const fail = () => Promise.reject(new Error('The account service is down'))
  await expectRefusal(endMembershipFor(member, site.billing, fail), '502 account_not_deleted')
  // The repetition also reads the latest purchases from Stripe, so it takes place later.
  vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 2 * 3_600_000)
  const wasMember = await endMembershipFor(member, site.billing)
  await mailAccountDeleted(site.billing, member.email, wasMember)
  expect(takeMailsTo(member)).toMatchObject([{ text: expect.stringContaining('Your membership has ended') }])
})

/** Lists a user's remaining objects in Stripe: customers by id, live memberships and open checkouts by email. */
async function listRemainsAtStripe({ id, email }: User): Promise<string[]> {
  const remains: string[] = []
  for await (const customer of site.stripe.customers.list({ limit: 100 })) {
    if (customer.metadata.user_id === id) remains.push(customer.id)
    if (customer.email?.toLowerCase() !== email) continue
    const live = filterLiveSubscriptions(await listMemberships(site.stripe, customer.id))
    const open = await site.stripe.checkout.sessions.list({ customer: customer.id, status: 'open' })
    remains.push(...[...live, ...open.data].map((remainder) => remainder.id))
  }
  return remains
}

/** Pays a checkout as a guest. No webhook is delivered. */
const payAsGuest = async (email: string) =>
  site.pay((await site.checkout({ network: email, email })).sessionId)

/** Expects no trace of a person, before and after webhooks are delivered, and no email. */
async function expectNoRemains(user: User): Promise<void> {
  for (const isEverythingDelivered of [false, true]) {
    if (isEverythingDelivered) {
      await site.deliverAll()
      await reconcile(site.billing)
    }
    expect(await listTablesContaining(user.email, user.id)).toEqual([])
    expect(await listRemainsAtStripe(user)).toEqual([])
  }
  expect(takeMailsTo(user)).toEqual([])
}

describe('the deletion of an account', () => {
  test.each<[string, (user: User) => Promise<unknown>]>([
    [
      'a membership that a guest bought with the confirmed email and that was never attached',
      ({ email }) => site.buy({ network: email, email }),
    ],
    [
      'a guest purchase that no webhook has reported yet, and an open checkout',
      async ({ email }) => {
        await payAsGuest(email)
        await site.checkout({ network: email, email })
      },
    ],
    [
      'the second customer of a guest who has bought twice',
      async ({ email }) => {
        await payAsGuest(email)
        site.account.billing.advance(60)
        await payAsGuest(email)
        await site.deliverAll()
      },
    ],
    [
      'a live membership of a customer that no longer belongs to the user',
      async (user) => {
        await site.buy({ user })
        // This is the state after attaching a guest's purchase, which detaches the former customer.
        await site.sql('update customers set user_id = null, email = $2 where user_id = $1', [
          user.id,
          'former',
        ])
        await site.sql('update subscriptions set user_id = null where user_id = $1', [user.id])
      },
    ],
    [
      'a customer that was deleted in the dashboard, and its successor',
      async (user) => {
        await site.stripe.customers.del((await site.buy({ user })).customer)
        await site.deliverAll()
        await site.buy({ user }, { acceptsRegular: true })
        expect(await listTablesContaining(user.email)).toContain('customers')
      },
    ],
  ])('includes %s', async (_, prepare) => {
    const [user, member] = [site.createUser(), await site.createMember()]
    await prepare(user)
    await endMembershipFor(user, site.billing)
    await expectNoRemains(user)
    expect(await site.check(member)).toMatchObject({ subscribed: true })
  })

  test('includes no guest purchase made with an email that the account does not own', async () => {
    const user = site.createUser()
    const { customer } = await site.buy({ network: 'any', email: user.email })
    // An unconfirmed email is passed as ''.
    await endMembershipFor({ id: user.id, email: '' }, site.billing)
    expect(await listStatuses(customer)).toEqual(['active'])
  })

  test('changes nothing while Stripe is down, and can be completed after a failure', async () => {
    const member = await site.createMember()
    site.account.faults.set({ vendor: 'stripe', status: 503 })
    await expect(endMembershipFor(member, site.billing)).rejects.not.toThrow('account_not_deleted')
    site.account.faults.clear('stripe')
    expect(await site.check(member)).toMatchObject({ subscribed: true })
    vi.spyOn(site.billing.stripe.customers, 'update').mockRejectedValueOnce(new Error('not now'))
    await expect(endMembershipFor(member, site.billing)).rejects.toThrow('account_not_deleted')
    await endMembershipFor(member, site.billing)
    await expectNoRemains(member)
  })
})

test('an account is deleted even if the response to the cancellation was lost', async () => {
  const { customer, ...member } = await site.createMember()
  const { subscriptions } = site.billing.stripe
  vi.spyOn(subscriptions, 'cancel').mockImplementationOnce(async (...args) => {
    await subscriptions.cancel(...args)
    return subscriptions.cancel(...args)
  })
  await endMembershipFor(member, site.billing)
  expect(await listStatuses(customer)).toEqual(['canceled'])
  expect(await listTablesContaining(member.id)).toEqual([])
})

test('a deletion sends no email about the membership’s end, even if Stripe reports the end meanwhile', async () => {
  const member = await createWelcomedMember()
  const { customers } = site.billing.stripe
  const updateSpy = vi.spyOn(customers, 'update').mockImplementationOnce(async (...args) => {
    await site.deliverAll()
    await sendMails(site.billing)
    return customers.update(...args)
  })
  await endMembershipFor(member, site.billing)
  expect(updateSpy).toHaveBeenCalled()
  expect(takeMailsTo(member)).toEqual([])
})

test('a deletion also ends a membership whose checkout is paid at that moment', async () => {
  const user = site.createUser()
  const { sessionId } = await site.checkout({ user })
  payBeforeExpiry(site)
  await endMembershipFor(user, site.billing)
  const { status, customer } = await site.stripe.checkout.sessions.retrieve(sessionId)
  expect(status).toBe('complete')
  expect(await listStatuses(String(customer))).toEqual(['canceled'])
})

test('a user who deletes the account and returns does not get the introductory price again', async () => {
  const member = await site.createMember()
  await endMembershipFor(member, site.billing)
  const returningUser = { id: site.createUser().id, email: member.email.toUpperCase() }
  expect(await site.check(returningUser)).toMatchObject({ status: null, intro_used: true })
  expect(await site.check(returningUser, { isEmailConfirmed: false })).toMatchObject({ intro_used: false })
  await expect(site.checkout({ user: returningUser })).rejects.toMatchObject({ code: 'intro_used' })
  const { sessionId } = await site.checkout({ user: returningUser }, { acceptsRegular: true })
  expect(await site.stripe.checkout.sessions.retrieve(sessionId)).toMatchObject({ amount_total: 149_700 })
})

test('a checkout requested before the account was deleted is refused, and creates no customer', async () => {
  const user = site.createUser()
  vi.spyOn(site.billing, 'accountState').mockResolvedValueOnce('missing')
  await expectRefusal(site.checkout({ user }), '401 session_not_found')
  expect(await listTablesContaining(user.id)).toEqual([])
  const customers = await site.stripe.customers.list({ limit: 100 })
  expect(customers.data.map(({ metadata }) => metadata.user_id)).not.toContain(user.id)
})

test('a deletion does not end the membership of a guest whose email the studio corrected in Stripe', async () => {
  const user = site.createUser()
  const { customer } = await site.buy({ network: 'any', email: user.email })
  // The webhook for this change is not delivered.
  await site.stripe.customers.update(customer, { email: 'corrected@example.com' })
  await endMembershipFor(user, site.billing)
  expect(await listStatuses(customer)).toEqual(['active'])
  await reconcile(site.billing)
  expect(await listTablesContaining('corrected@example.com')).toEqual(['customers'])
  expect(await listTablesContaining(user.email)).toEqual([])
})

describe('an account that remains after a failed deletion', () => {
  const failDeletion = () => Promise.reject(new Error('refused'))

  test('can buy again, with a new Stripe customer', async () => {
    const { customer: formerCustomer, ...member } = await site.createMember()
    await expect(endMembershipFor(member, site.billing, failDeletion)).rejects.toThrow('account_not_deleted')
    const { customer } = await site.buy({ user: member }, { acceptsRegular: true })
    expect(await site.check(member)).toMatchObject({ subscribed: true })
    expect(customer).not.toBe(formerCustomer)
    expect(await site.stripe.customers.retrieve(customer)).toMatchObject({ metadata: { user_id: member.id } })
  })

  test('can start a checkout even if its former customer was deleted in Stripe', async () => {
    const { customer, ...member } = await site.createMember()
    await expect(endMembershipFor(member, site.billing, failDeletion)).rejects.toThrow('account_not_deleted')
    await site.stripe.customers.del(customer)
    await expect(site.checkout({ user: member }, { acceptsRegular: true })).resolves.toBeTruthy()
  })
})
