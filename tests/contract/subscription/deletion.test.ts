import { describe, expect, test, vi } from 'vitest'
import type { User } from '@/lib/auth/server/requireUser'
import { endMembershipFor } from '@/lib/membership/deleteAccount'
import { filterLiveSubscriptions, listMemberships } from '@/lib/membership/mirror/stripeState'
import { reconcile } from '@/lib/membership/reconcile'
import { seedMailTexts } from '../../support/seedMailTexts.ts'
import { dumpTables, payBeforeExpiry, type Site, setUpSite } from './support.ts'

let site: Site
setUpSite((started) => {
  site = started
})

async function tablesThatName(text: string): Promise<string[]> {
  return [...(await dumpTables(site))].filter(([, rows]) => rows.includes(text)).map(([name]) => name)
}

async function getCustomer(userId: string): Promise<string> {
  const [row] = await site.billing.database.sql<{ id: string }>(
    'select stripe_customer_id as id from customers where user_id = $1',
    [userId],
  )
  return String(row?.id)
}

test('no row in any table names a person whose account was deleted', async () => {
  const member = await site.createMember()
  const customer = await getCustomer(member.id)
  expect(await tablesThatName(member.email)).toContain('customers')
  expect(await tablesThatName(member.id)).toEqual(
    expect.arrayContaining(['consents', 'customers', 'leases', 'subscriptions']),
  )
  await site.billing.database.sql(
    `insert into refunds (payment_intent, stripe_customer_id, stripe_subscription_id, stripe_invoice_id, last_error)
     values ('pi_1', $1, 'sub_1', 'in_1', $2)`,
    [customer, `${member.email} is no address`],
  )
  await site.billing.database.sql('insert into sync_queue (stripe_customer_id, last_error) values ($1, $2)', [
    customer,
    `${member.email} is no address`,
  ])
  await endMembershipFor(member, site.billing)
  expect(await tablesThatName(member.email)).toEqual([])
  expect(await tablesThatName(member.id)).toEqual([])
  expect(await site.stripe.customers.retrieve(customer)).toMatchObject({ metadata: {} })

  // Stripe still stores the email, and includes it in later events.
  await site.stripe.customers.update(customer, { description: 'changed by somebody' })
  await site.deliverAll()
  expect(await tablesThatName(member.email)).toEqual([])
})

/** Lists what remains of a person at Stripe: customers with the account's id, and renewing memberships. */
async function leftAtStripe({
  id,
  email,
}: User): Promise<{ named: string[]; live: string[]; open: string[] }> {
  const left = { named: [] as string[], live: [] as string[], open: [] as string[] }
  for await (const customer of site.stripe.customers.list({ limit: 100 })) {
    if (customer.metadata.user_id === id) left.named.push(customer.id)
    if (customer.email?.toLowerCase() !== email) continue
    for (const one of filterLiveSubscriptions(await listMemberships(site.stripe, customer.id)))
      left.live.push(one.id)
    const { data } = await site.stripe.checkout.sessions.list({ customer: customer.id, status: 'open' })
    left.open.push(...data.map((session) => session.id))
  }
  return left
}

const nothingLeft = { named: [], live: [], open: [] }

/** Pays a checkout as a guest. Returns the customer's id. */
async function buyAsGuest(email: string): Promise<string> {
  const { sessionId } = await site.checkout({ guest: email, email }, true)
  await site.pay(sessionId)
  return String((await site.stripe.checkout.sessions.retrieve(sessionId)).customer)
}

describe('the deletion of an account', () => {
  /** Expects that nothing remains of a person, before and after all webhooks are delivered. */
  async function expectGone(member: User): Promise<void> {
    for (const later of [false, true]) {
      if (later) {
        await site.deliverAll()
        await reconcile(site.billing)
      }
      expect(await tablesThatName(member.email)).toEqual([])
      expect(await tablesThatName(member.id)).toEqual([])
      expect(await leftAtStripe(member)).toEqual(nothingLeft)
    }
  }

  test('includes a membership that was bought as a guest with the proved email and never claimed', async () => {
    const member = await site.createMember()
    const other = { ...site.createUser(), email: `other.${member.email}` }
    await buyAsGuest(other.email)
    await site.deliverAll()
    await endMembershipFor(other, site.billing)
    await expectGone(other)
    expect(await site.check(member)).toMatchObject({ subscribed: true })
  })

  test('includes such a purchase without a webhook yet, and an open checkout', async () => {
    const user = site.createUser()
    await buyAsGuest(user.email)
    await site.checkout({ guest: user.email, email: user.email }, true)
    await endMembershipFor(user, site.billing)
    await expectGone(user)
  })

  test('includes nothing of an unproved email', async () => {
    const user = site.createUser()
    const customer = await buyAsGuest(user.email)
    await site.deliverAll()
    await endMembershipFor({ id: user.id, email: '' }, site.billing)
    const [live] = filterLiveSubscriptions(await listMemberships(site.stripe, customer))
    expect(live).toMatchObject({ status: 'active' })
  })

  test('includes the second customer of a guest who has bought twice, and mails nothing to it', async () => {
    const user = site.createUser()
    const sent: string[] = []
    await buyAsGuest(user.email)
    site.account.billing.advance(60)
    await buyAsGuest(user.email)
    await site.deliverAll()
    await endMembershipFor(user, site.billing)
    site.billing.mail = { send: async ({ to }) => void sent.push(to), texts: async () => seedMailTexts() }
    await reconcile(site.billing)
    site.billing.mail = undefined
    expect(sent).not.toContain(user.email)
    await expectGone(user)
  })

  test('includes the customer of a former membership', async () => {
    const member = await site.createMember()
    const former = await getCustomer(member.id)
    // A claim can also leave the user with another customer.
    await site.billing.database.sql(
      'update customers set user_id = null, email = $2 where stripe_customer_id = $1',
      [former, `former.${member.email}`],
    )
    await site.billing.database.sql('update subscriptions set user_id = null where user_id = $1', [member.id])
    await endMembershipFor(member, site.billing)
    await expectGone(member)
  })

  test('includes a customer that was deleted in the dashboard, and its successor', async () => {
    const member = await site.createMember()
    await site.stripe.customers.del(await getCustomer(member.id))
    await site.deliverAll()
    const { sessionId } = await site.checkout({ user: member }, true)
    await site.pay(sessionId)
    await site.deliverAll()
    expect(await tablesThatName(member.email)).toContain('customers')
    await endMembershipFor(member, site.billing)
    await expectGone(member)
  })

  test('is repeated completely after a failure', async () => {
    const user = site.createUser()
    await buyAsGuest(user.email)
    await site.deliverAll()
    vi.spyOn(site.billing.stripe.customers, 'update').mockRejectedValueOnce(new Error('not now'))
    await expect(endMembershipFor(user, site.billing)).rejects.toThrow('not now')
    await endMembershipFor(user, site.billing)
    await expectGone(user)
  })
})

test('an account is deleted although the response to the cancellation was lost and the client retried', async () => {
  const member = await site.createMember()
  const customer = await getCustomer(member.id)
  const { subscriptions } = site.billing.stripe
  const cancel = subscriptions.cancel.bind(subscriptions)
  const lost = vi.spyOn(subscriptions, 'cancel').mockImplementationOnce(async (...args) => {
    await cancel(...args)
    return cancel(...args)
  })
  await endMembershipFor(member, site.billing)
  lost.mockRestore()
  const { data } = await site.stripe.subscriptions.list({ customer, status: 'all' })
  expect(data.map(({ status }) => status)).toEqual(['canceled'])
  expect(await tablesThatName(member.id)).toEqual([])
})

test('an account is deleted although a checkout is paid at that moment, and the membership ends', async () => {
  const member = site.createUser()
  const { sessionId } = await site.checkout({ user: member })
  const customer = await getCustomer(member.id)
  payBeforeExpiry(site)
  await endMembershipFor(member, site.billing)
  const { data } = await site.stripe.subscriptions.list({ customer, status: 'all' })
  expect(data.map(({ status }) => status)).toEqual(['canceled'])
  expect((await site.stripe.checkout.sessions.retrieve(sessionId)).status).toBe('complete')
})

test('a user who deletes the account and returns with the email does not get the introductory price again', async () => {
  const member = await site.createMember()
  await endMembershipFor(member, site.billing)
  const again = { id: site.createUser().id, email: member.email.toUpperCase() }
  await expect(site.checkout({ user: again })).rejects.toMatchObject({ code: 'intro_used' })
  const { sessionId } = await site.checkout({ user: again }, true)
  expect(await site.stripe.checkout.sessions.retrieve(sessionId)).toMatchObject({ amount_total: 149_700 })
})

test('no record names a user who failed to buy and then deletes the account', async () => {
  const user = site.createUser()
  site.account.faults.set({ vendor: 'stripe', status: 400, count: 1 })
  await expect(site.checkout({ user })).rejects.toThrow()
  expect(await tablesThatName(user.id)).toEqual(['leases', 'stripe_attempts'])
  await endMembershipFor(user, site.billing)
  expect(await tablesThatName(user.id)).toEqual([])
})

test('a checkout that was requested before the account was deleted sells nothing', async () => {
  const user = site.createUser()
  vi.spyOn(site.billing, 'accountExists').mockResolvedValueOnce(false)
  await expect(site.checkout({ user })).rejects.toMatchObject({ status: 401, code: 'session_not_found' })
  expect(await tablesThatName(user.id)).toEqual(['leases'])
  const customers = await site.stripe.customers.list({ limit: 100 })
  expect(customers.data.map(({ metadata }) => metadata.user_id)).not.toContain(user.id)
})

test('a deletion does not change a guest whose email the studio corrected at Stripe', async () => {
  const user = site.createUser()
  const customer = await buyAsGuest(user.email)
  await site.deliverAll()
  // The webhook of this change was not delivered.
  await site.stripe.customers.update(customer, { email: 'corrected@example.com' })
  await endMembershipFor(user, site.billing)
  const { data } = await site.stripe.subscriptions.list({ customer, status: 'all' })
  expect(data.map(({ status }) => status)).toEqual(['active'])
  await reconcile(site.billing)
  expect(await tablesThatName('corrected@example.com')).toEqual(['claims', 'customers'])
  expect(await tablesThatName(user.email)).toEqual([])
})

describe('an account that stays after a failed deletion', () => {
  const refuse = () => Promise.reject(new Error('refused'))

  test('buys its own membership', async () => {
    const member = await site.createMember()
    const former = await getCustomer(member.id)
    await expect(endMembershipFor(member, site.billing, refuse)).rejects.toThrow('refused')
    const { sessionId } = await site.checkout({ user: member }, true)
    await site.pay(sessionId)
    await site.deliverAll()
    expect(await site.check(member)).toMatchObject({ subscribed: true })
    const customer = await getCustomer(member.id)
    expect(customer).not.toBe(former)
    expect(await site.stripe.customers.retrieve(customer)).toMatchObject({ metadata: { user_id: member.id } })
  })

  test('buys although its former customer was deleted at Stripe', async () => {
    const member = await site.createMember()
    const customer = await getCustomer(member.id)
    await expect(endMembershipFor(member, site.billing, refuse)).rejects.toThrow('refused')
    await site.stripe.customers.del(customer)
    await expect(site.checkout({ user: member }, true)).resolves.toMatchObject({
      sessionId: expect.any(String),
    })
  })
})
