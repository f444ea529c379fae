import { beforeEach, expect, test } from 'vitest'
import type { User } from '@/lib/auth/server/requireUser'
import { openPortal } from '@/lib/membership/portal'
import { enqueue } from '@/lib/membership/queue'
import { reconcile } from '@/lib/membership/reconcile'
import { setUpSite } from './support.ts'

const site = await setUpSite()

let member: User
beforeEach(async () => {
  member = site.createUser()
  const { sql } = site.billing.database
  const customer = `cus_of_another_account_${member.id}`
  await sql('insert into customers (stripe_customer_id, user_id, email) values ($1, $2, $3)', [
    customer,
    member.id,
    member.email,
  ])
  await sql(
    `insert into subscriptions (stripe_subscription_id, stripe_customer_id, user_id, status, tier, started_at, version, synced_at)
       values ($1, $2, $3, 'active', '', now(), 1, now() - interval '1 minute')`,
    [`sub_of_${customer}`, customer, member.id],
  )
})

test('a key of another Stripe account detaches no live membership, and sells none', async () => {
  const refusal = { status: 503, code: 'billing_unavailable' }
  await expect(site.checkout({ user: member })).rejects.toMatchObject(refusal)
  expect(await site.check(member)).toMatchObject({ subscribed: true })
})

test('a former member whose customer Stripe does not have buys with a new one', async () => {
  await site.billing.database.sql(`update subscriptions set status = 'canceled' where user_id = $1`, [
    member.id,
  ])
  const { sessionId } = await site.checkout({ user: member })
  await site.pay(sessionId)
  await site.deliverAll()
  expect(await site.check(member)).toMatchObject({ subscribed: true, stale: false })
  const formerCustomer = `cus_of_another_account_${member.id}`
  await enqueue(site.billing.database.sql, [formerCustomer])
  await reconcile(site.billing)
  const rows = await site.billing.database.sql(
    'select last_error from sync_queue where stripe_customer_id = $1',
    [formerCustomer],
  )
  expect(rows).toEqual([])
})

test('a member whose customer Stripe does not have cannot open the portal, and retains access', async () => {
  await expect(openPortal(site.billing, member)).rejects.toMatchObject({ status: 404, code: 'no_customer' })
  expect(await site.check(member, { isRefreshRequested: true })).toMatchObject({
    subscribed: true,
    stale: true,
  })
})
