import Stripe from 'stripe'
import { beforeEach, expect, test, vi } from 'vitest'
import { previewNextInvoice } from '@/lib/membership/mirror/stripeState'
import { reconcile } from '@/lib/membership/reconcile'
import { settleCustomer } from '@/lib/membership/settle'
import { sitePermissions } from '../sitePermissions.ts'
import { monthSeconds, setUpSite } from './support.ts'

const site = await setUpSite()
beforeEach(() => {
  site.billing.stripe = site.account.createClient()
})

test('a refresh that finds a renewal clears the next amount until the webhook arrives', async () => {
  const member = await site.createMember()
  expect(await site.check(member)).toMatchObject({ next_amount: 99_700 })
  // After the renewal, the next month is at the regular price.
  site.account.billing.advance(monthSeconds)
  await site.sql(`update subscriptions set synced_at = now() - interval '1 minute'`)
  expect(await site.check(member, { isRefreshRequested: true })).toMatchObject({
    subscribed: true,
    next_amount: null,
  })
  await site.deliverAll()
  expect(await site.check(member)).toMatchObject({ next_amount: 149_700 })
})

test('a buyer has access even if the key may not preview invoices', async () => {
  const restrictedKey = site.account.createRestrictedKey({ ...sitePermissions, invoices: 'read' })
  site.billing.stripe = site.account.createClient(restrictedKey)
  const member = await site.createMember()
  expect(await site.check(member)).toMatchObject({ subscribed: true, status: 'active', next_amount: null })
  await reconcile(site.billing)
  const [queued] = await site.sql(
    `select attempts, last_error like '%rak_invoices_write%' as "isPermission", next_attempt_at > now() as "isLater"
       from sync_queue join customers using (stripe_customer_id) where user_id = $1`,
    [member.id],
  )
  expect(queued).toMatchObject({ attempts: 1, isPermission: true, isLater: true })

  site.billing.stripe = site.account.createClient()
  await site.sql('update sync_queue set next_attempt_at = now()')
  await reconcile(site.billing)
  // The account's clock is a month ahead, so the mirror is stale and the check below refreshes it.
  expect(await site.sql('select from sync_queue')).toEqual([])
  expect(await site.check(member)).toMatchObject({ subscribed: true, next_amount: 99_700 })
})

test('a refused invoice preview is retried if the membership will renew', async () => {
  const { subscription, customer } = await site.createMember()
  const refusal = new Stripe.errors.StripeInvalidRequestError({
    type: 'invalid_request_error',
    message: 'The customer has no address for automatic taxes.',
  })
  const { invoices, subscriptions } = site.billing.stripe
  vi.spyOn(invoices, 'createPreview').mockRejectedValue(refusal)
  expect(await settleCustomer(site.billing, customer)).toBe(refusal)
  const membership = await subscriptions.retrieve(subscription)
  await site.stripe.subscriptions.cancel(subscription)
  expect(await previewNextInvoice(site.billing.stripe, membership)).toBeNull()
})
