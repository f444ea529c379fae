import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { User } from '@/lib/auth/server/requireUser'
import { mirroredOf } from '@/lib/membership/checkSubscription'
import { isLive } from '@/lib/membership/entitlement'
import { isMembership } from '@/lib/membership/ours'
import { reconcile } from '@/lib/membership/reconcile'
import { liveOf, mirrorOf, readStripeState } from '@/lib/membership/stripeState'
import { customerOf, type Happening, happenings, Post } from './life.ts'
import { randomOf } from './random.ts'
import { type Site, startSite } from './support.ts'

const histories = Number(process.env.HISTORIES || (process.env.SOAK ? 10_000 : 40))
/** The seed of the first history, for a run of others than the last one. */
const firstSeed = Number(process.env.HISTORIES_FROM || 1)
/** An account with thousands of customers is slow to wind forward. */
const perSite = 20

/** What happens often is listed more than once. */
const dice: readonly [keyof typeof happenings, ...(keyof typeof happenings)[]] = [
  'subscribe',
  'subscribe',
  'month',
  'month',
  'week',
  'failingCard',
  'workingCard',
  'payOpenInvoice',
  'pauseCollection',
  'cancelInPortal',
  'cancelAtEnd',
  'resume',
  'cancelNow',
  'refund',
  'disputedPayment',
  'hosting',
  'voidOpenInvoice',
  'writeOffOpenInvoice',
  'abandonedCheckout',
  'twoTabs',
  'deleteCustomer',
]

/** Lives one history and answers what happened, for the message when the end is wrong. */
async function live(on: Site, seed: number): Promise<{ member: User; story: string }> {
  const random = randomOf(seed)
  const member = on.user()
  const post = new Post(on, random)
  const story: string[] = []
  for (const name of [
    'subscribe' as const,
    ...Array.from({ length: 3 + random.number(6) }, () => random.pick(dice)),
  ]) {
    const happen: Happening = happenings[name]
    await happen(on, member)
    story.push(name)
    if (random.chance(0.6)) await post.arrive(0.5)
    if (random.chance(0.1)) await on.check(member, true)
  }
  await post.arrive(1)
  if (post.lost > 0) await reconcile(on.billing)
  return { member, story: `seed ${seed}, ${post.lost} lost: ${story.join(', ')}` }
}

/** Stripe's own word on a member, without any of the site's rules: somebody has paid for now, or is in arrears. */
async function expectTruth(on: Site, member: User, story: string): Promise<void> {
  const customer = await customerOf(on, member)
  const state = customer ? await readStripeState(on.stripe, customer) : undefined
  const stored = await mirroredOf(on.billing, member.id)
  const byId = (a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1)
  const withoutTime = stored.map(({ syncedAt: _, customerEmail: __, ...row }) => row).sort(byId)
  if (state) {
    const wanted = state.subscriptions.map((one) => mirrorOf(one, state.nextAmounts)).sort(byId)
    expect(withoutTime, story).toEqual(wanted)
  } else
    expect(
      stored.filter(({ status }) => isLive(status)),
      story,
    ).toEqual([])

  const now = on.account.billing.clock.now()
  const paid = (state?.subscriptions ?? []).some(({ status, items }) => {
    if (status === 'active' || status === 'trialing') return true
    const since = items.data[0]?.current_period_start ?? 0
    return status === 'past_due' && now < since + 14 * 86_400
  })
  expect((await on.check(member)).subscribed, story).toBe(paid)
}

/** The site has left alone whatever else the studio sells to a member, and gave back only what was bought twice. */
async function expectOthersUntouched(on: Site, member: User, story: string): Promise<void> {
  const customer = await customerOf(on, member)
  if (!customer) return
  const { data } = await on.stripe.subscriptions.list({ customer, status: 'all', limit: 100 })
  const foreign = data.filter((one) => !isMembership(one))
  expect(
    foreign.filter(({ status }) => status !== 'active'),
    story,
  ).toEqual([])
  expect(liveOf(data.filter(isMembership)).length, story).toBeLessThanOrEqual(1)
  const noted = await on.billing.database.sql<{ id: string }>(
    'select stripe_subscription_id as id from refunds where stripe_customer_id = $1',
    [customer],
  )
  expect(
    noted.filter(({ id }) => foreign.some((one) => one.id === id)),
    story,
  ).toEqual([])
  const open = await on.billing.database.sql(
    'select from refunds where stripe_customer_id = $1 and settled_at is null',
    [customer],
  )
  expect(open, story).toEqual([])
}

/**
 * Defines the tests of random histories, or of every second part of them: two files share them, so that two workers
 * do.
 *
 * @param rest - what the numbers of the parts leave when divided by two
 */
export function testHistories(rest: 0 | 1): void {
  let site: Site | undefined
  beforeAll(() => {
    for (const method of ['warn', 'error'] as const) vi.spyOn(console, method).mockImplementation(() => {})
  })
  afterAll(async () => {
    vi.restoreAllMocks()
    await site?.close()
  })
  const parts = Array.from({ length: Math.ceil(histories / perSite) }, (_, index) => index)
  test.each(parts.filter((part) => part % 2 === rest))(
    'random histories end with the mirror equal to Stripe and access right, part %i',
    async (part) => {
      await site?.close()
      site = await startSite({ direct: true })
      const from = part * perSite
      for (let index = from; index < Math.min(from + perSite, histories); index += 1) {
        const { member, story } = await live(site, firstSeed + index)
        await expectTruth(site, member, story)
        await expectOthersUntouched(site, member, story)
        await happenings.deleteCustomer(site, member)
      }
    },
    600_000,
  )
}
