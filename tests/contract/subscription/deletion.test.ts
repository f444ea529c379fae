import { expect, test, vi } from 'vitest'
import { endMembershipFor } from '@/lib/membership/deleteAccount'
import { everyTable, payWhileClosed, type Site, siteOfFile } from './support.ts'

let site: Site
siteOfFile((started) => {
  site = started
})

async function tablesThatName(text: string): Promise<string[]> {
  return [...(await everyTable(site))].filter(([, rows]) => rows.includes(text)).map(([name]) => name)
}

async function customerOf(userId: string): Promise<string> {
  const [row] = await site.billing.database.sql<{ id: string }>(
    'select stripe_customer_id as id from customers where user_id = $1',
    [userId],
  )
  return String(row?.id)
}

test('nothing in any table names a person whose account was deleted', async () => {
  const member = await site.subscribed()
  const customer = await customerOf(member.id)
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
  await endMembershipFor(member.id, site.billing)
  expect(await tablesThatName(member.email)).toEqual([])
  expect(await tablesThatName(member.id)).toEqual([])
  expect(await site.stripe.customers.retrieve(customer)).toMatchObject({ metadata: {} })

  // Stripe goes on to have the address, and tells of it with each change.
  await site.stripe.customers.update(customer, { description: 'changed by somebody' })
  await site.deliverAll()
  expect(await tablesThatName(member.email)).toEqual([])
})

test('an account is deleted although the answer to the cancellation was lost, and the client asked again', async () => {
  const member = await site.subscribed()
  const customer = await customerOf(member.id)
  const { subscriptions } = site.billing.stripe
  const cancel = subscriptions.cancel.bind(subscriptions)
  const lost = vi.spyOn(subscriptions, 'cancel').mockImplementationOnce(async (...args) => {
    await cancel(...args)
    return cancel(...args)
  })
  await endMembershipFor(member.id, site.billing)
  lost.mockRestore()
  const { data } = await site.stripe.subscriptions.list({ customer, status: 'all' })
  expect(data.map(({ status }) => status)).toEqual(['canceled'])
  expect(await tablesThatName(member.id)).toEqual([])
})

test('an account is deleted although a checkout is paid at that moment, and the membership ends', async () => {
  const member = site.user()
  const { sessionId } = await site.checkout({ user: member })
  const customer = await customerOf(member.id)
  payWhileClosed(site)
  await endMembershipFor(member.id, site.billing)
  const { data } = await site.stripe.subscriptions.list({ customer, status: 'all' })
  expect(data.map(({ status }) => status)).toEqual(['canceled'])
  expect((await site.stripe.checkout.sessions.retrieve(sessionId)).status).toBe('complete')
})

test('who deletes the account and comes back with the address does not get the introductory price again', async () => {
  const member = await site.subscribed()
  await endMembershipFor(member.id, site.billing)
  const again = { id: site.user().id, email: member.email.toUpperCase() }
  await expect(site.checkout({ user: again })).rejects.toMatchObject({ code: 'intro_used' })
  const { sessionId } = await site.checkout({ user: again }, true)
  expect(await site.stripe.checkout.sessions.retrieve(sessionId)).toMatchObject({ amount_total: 149_700 })
})

test('nothing names somebody who has tried to buy in vain and then deletes the account', async () => {
  const user = site.user()
  site.account.faults.set({ vendor: 'stripe', status: 400, count: 1 })
  await expect(site.checkout({ user })).rejects.toThrow()
  expect(await tablesThatName(user.id)).toEqual(['leases', 'stripe_attempts'])
  await endMembershipFor(user.id, site.billing)
  expect(await tablesThatName(user.id)).toEqual([])
})

test('a checkout that was asked for before the account was deleted sells nothing to nobody', async () => {
  const user = site.user()
  vi.spyOn(site.billing, 'accountExists').mockResolvedValueOnce(false)
  await expect(site.checkout({ user })).rejects.toMatchObject({ status: 401, code: 'session_not_found' })
  expect(await tablesThatName(user.id)).toEqual(['leases'])
  const customers = await site.stripe.customers.list({ limit: 100 })
  expect(customers.data.map(({ metadata }) => metadata.user_id)).not.toContain(user.id)
})
