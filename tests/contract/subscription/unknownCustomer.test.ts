import { beforeEach, describe, expect, test } from 'vitest'
import type { User } from '@/lib/auth/server/requireUser'
import { endMembershipFor } from '@/lib/membership/deleteAccount'
import { openPortal } from '@/lib/membership/portal'
import { enqueue } from '@/lib/membership/queue'
import { reconcile } from '@/lib/membership/reconcile'
import { expectRefusal, listAlerts, setUpSite } from './support.ts'

const site = await setUpSite()

let member: User
let customer: string
beforeEach(() => {
  member = site.createUser()
  customer = `cus_of_another_account_${member.id}`
})

/** Adds the member to the mirror, with a membership that Stripe does not have. */
async function mirrorMember(): Promise<void> {
  await site.sql('insert into customers (stripe_customer_id, user_id, email) values ($1, $2, $3)', [
    customer,
    member.id,
    member.email,
  ])
  await site.sql(
    `insert into subscriptions (stripe_subscription_id, stripe_customer_id, user_id, status, tier, started_at, synced_at)
       values ($1, $2, $3, 'active', '', now(), now() - interval '1 minute')`,
    [`sub_of_${customer}`, customer, member.id],
  )
}

describe.each(['no customer', 'a copy of the customer'])(
  'a key for a different Stripe account, which has %s',
  (copy) => {
    beforeEach(async () => {
      if (copy === 'a copy of the customer')
        customer = (await site.stripe.customers.create({ email: member.email })).id
      await mirrorMember()
    })

    test('detaches no live membership, and starts no checkout', async () => {
      const refusal = { status: 503, code: 'billing_unavailable' }
      await expect(site.checkout({ user: member })).rejects.toMatchObject(refusal)
      expect(await site.check(member)).toMatchObject({ subscribed: true })
      expect(await site.check(member, { isRefreshRequested: true })).toMatchObject({
        subscribed: true,
        stale: true,
      })
    })

    test('is reported to the studio once a day, and the member keeps access', async () => {
      await site.sql("update alerts set key = 'an earlier day of ' || key || random()")
      for (let run = 0; run < 2; run += 1) {
        await enqueue(site.sql, [customer])
        await reconcile(site.billing)
      }
      expect(listAlerts()).toEqual([
        expect.stringMatching(/_of_.*STRIPE_SECRET_KEY belongs to a different Stripe account/),
      ])
      expect(await site.check(member)).toMatchObject({ subscribed: true })
    })

    test('prevents an account deletion, because the membership cannot be ended', async () => {
      await expect(endMembershipFor(member, site.billing)).rejects.toThrow()
      expect(await site.check(member)).toMatchObject({ subscribed: true })
    })
  },
)

test('a former member whose customer is missing in Stripe gets a new customer at the next purchase', async () => {
  await mirrorMember()
  await site.sql(`update subscriptions set status = 'canceled' where user_id = $1`, [member.id])
  await site.buy({ user: member })
  expect(await site.check(member)).toMatchObject({ subscribed: true, stale: false })
  await enqueue(site.sql, [customer])
  await reconcile(site.billing)
  expect(
    await site.sql('select last_error from sync_queue where stripe_customer_id = $1', [customer]),
  ).toEqual([])
})

test('a member whose customer is missing in Stripe cannot open the portal', async () => {
  await mirrorMember()
  await expectRefusal(openPortal(site.billing, member), '404 no_customer')
})
