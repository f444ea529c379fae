import { daysToSeconds } from 'local-cloud/testing/stripeAccount'
import { expect, test, vi } from 'vitest'
import type { User } from '@/lib/auth/server/requireUser'
import type { Mail } from '@/lib/mail'
import { reconcile } from '@/lib/membership/reconcile'
import { seedMailTexts } from '@/tests/support/seedMailTexts'
import { readMembershipIds, type Site, setUpSite } from './support.ts'

// The scheduler's run also mails links to guests, which the account service creates.
vi.mock('@/lib/auth/server/clients', () => import('./accountsStub.ts'))

let site: Site
const sent: Mail[] = []
setUpSite((started) => {
  site = started
  site.billing.mail = {
    send: async (mail) => {
      sent.push(mail)
    },
    texts: async () => seedMailTexts(),
  }
})

const findMailsTo = (member: User) => sent.filter(({ to }) => to === member.email)

/** Advances the time, delivers the webhooks and runs the scheduler. */
async function advanceTime(seconds: number): Promise<void> {
  site.account.billing.advance(seconds)
  await site.deliverAll()
  await reconcile(site.billing)
}

/**
 * Creates a member whose price is changed `daysAfterRenewal` days, or up to three more, after a renewal, and runs the
 * scheduler. Returns the member, and the days until the next renewal, which charges the new price.
 */
async function createPriceChange(daysAfterRenewal: number): Promise<{ member: User; daysLeft: number }> {
  const member = await site.createMember()
  for (let month = 0; month < 2; month += 1) await advanceTime(daysToSeconds(31) + 7200)
  await advanceTime(daysToSeconds(daysAfterRenewal))
  sent.length = 0
  const { subscription } = await readMembershipIds(site, member)
  const { items } = await site.stripe.subscriptions.retrieve(subscription)
  const [item] = items.data
  const price = await site.stripe.prices.create({
    product: String(item?.price.product),
    currency: 'usd',
    unit_amount: 159_700,
    recurring: { interval: 'month' },
  })
  const changedItems = [{ id: String(item?.id), price: price.id }]
  await site.stripe.subscriptions.update(subscription, { items: changedItems, proration_behavior: 'none' })
  await advanceTime(3600)
  return {
    member,
    daysLeft: (Number(item?.current_period_end) - site.account.billing.clock.now()) / daysToSeconds(1),
  }
}

test('a change of fees right after a renewal is announced at once, over three weeks before the charge', async () => {
  const { member, daysLeft } = await createPriceChange(0)
  expect(daysLeft).toBeGreaterThan(21)
  expect(findMailsTo(member)).toHaveLength(1)
})

test('a change of fees that is announced later than the terms promise is reported', async () => {
  const { member } = await createPriceChange(9)
  expect(findMailsTo(member)).toHaveLength(1)
  expect(vi.mocked(console.error).mock.calls.flat().join()).toMatch(
    /ALERT fee_change .* only [12]\d\.\d days before/,
  )
})
